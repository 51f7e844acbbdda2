/** Flags that the skills about one story share, as data for their contracts. */
import * as v from "valibot";
import { AnyStoryId, FeatureNumber } from "./ids.ts";

/** The three ways to name the folder of a story; a contract lists them as a group of which one must be given. */
export const FOLDER_FLAGS = {
  "epic-id": { value: "id", optional: true, help: "story is in ai/epics/epic-XXXX", schema: v.optional(FeatureNumber) },
  "feature-id": {
    value: "id",
    optional: true,
    help: "story is in .aikittools/features/feature-XXXX",
    schema: v.optional(FeatureNumber),
  },
  "context-path": {
    value: "dir",
    optional: true,
    help: "story is in this folder; wins over an id",
    schema: v.optional(v.pipe(v.string(), v.nonEmpty("expected a folder"))),
  },
} as const;

/** What `--lock-timeout` means when it is not given. */
export const LOCK_TIMEOUT_SECONDS = 30;

/** Flags of the skills that read a story and its state. */
export const STORY_FLAGS = {
  "story-id": { value: "id", help: "story to read, story-XXXX-YYYY", schema: AnyStoryId },
  ...FOLDER_FLAGS,
  "done-status": {
    value: "word",
    optional: true,
    repeatable: true,
    unlisted: true,
    help: "one more status word that means done (repeatable)",
    schema: v.optional(v.array(v.pipe(v.string(), v.trim(), v.nonEmpty("expected a word")))),
  },
  "lock-timeout": {
    value: "seconds",
    optional: true,
    unlisted: true,
    help: `wait for a writer's lock at most this long (default: ${LOCK_TIMEOUT_SECONDS})`,
    schema: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}(?:\.\d{1,3})?$/, "expected seconds"), v.transform(Number))),
  },
} as const;

import { expect, test } from "bun:test";
import { parseDocument } from "../../lib/state/json-document.ts";
import { putTrackers, type Tracker, trackerStatuses } from "../../lib/state/task-index.ts";

const RED: Tracker = { id: "T#1", subject: "T › Step 2 › Cycle 1 › Red", status: "pending", parentId: "T#0", completedAt: null };
const RED_JSON = '{"id":"T#1","subject":"T › Step 2 › Cycle 1 › Red","status":"pending","parentId":"T#0","completedAt":null}';

function parse(text: string) {
  return parseDocument(new TextEncoder().encode(text), "state");
}

function edited(text: string, ...trackers: Tracker[]): string {
  const document = putTrackers(parse(text), trackers);
  expect(document.root).toEqual(JSON.parse(document.text));
  return document.text;
}

test.each([
  ["no tracking", "{}", `{"taskTracking":{"taskIndex":[${RED_JSON}]}}`],
  ["a bare true", '{"taskTracking":true}', `{"taskTracking":{"enabled":true,"taskIndex":[${RED_JSON}]}}`],
  ["an empty list", '{"taskTracking":{"taskIndex":[]}}', `{"taskTracking":{"taskIndex":[${RED_JSON}]}}`],
  ["others before it", '{"taskTracking":{"taskIndex":[{"id":7}]}}', `{"taskTracking":{"taskIndex":[{"id":7},${RED_JSON}]}}`],
  ["tracking off", '{"taskTracking":false}', '{"taskTracking":false}'],
  ["tracking disabled", '{"taskTracking":{"enabled":false}}', '{"taskTracking":{"enabled":false}}'],
])("appends: %s", (_, before, after) => expect(edited(before, RED)).toBe(after));

const INDENTED = `{
  "taskTracking": {
    "enabled": true,
    "taskIndex": [
      { "id": "T#0", "subject": "T", "status": "in_progress", "parentId": null, "completedAt": null },
      { "id": "T#1", "subject": "T › Step 2 › Cycle 1 › Red", "status":"pending", "extra": 1.0 },
      { "id": 101, "subject": "old", "status": "pending" }
    ]
  }
}`;

test("changes only the bytes of the members that differ, in several elements at once", () => {
  const done = { status: "completed", completedAt: "2026-01-01T00:00:00Z" } as const;
  const after = edited(INDENTED, { ...RED, ...done }, { id: "T#0", subject: "T", parentId: null, ...done });
  expect(after).toBe(
    INDENTED.replace(
      '"in_progress", "parentId": null, "completedAt": null',
      '"completed", "parentId": null, "completedAt": "2026-01-01T00:00:00Z"',
    ).replace(
      '"status":"pending", "extra": 1.0 }',
      '"status":"completed", "extra": 1.0, "parentId": "T#0", "completedAt": "2026-01-01T00:00:00Z" }',
    ),
  );
});

test("changes and appends in one go, and the same again changes nothing", () => {
  const trackers = [{ ...RED, status: "completed" }, ...[2, 3, 4].map((n) => ({ ...RED, id: `T#${n}` }))] as Tracker[];
  const once = edited(INDENTED, ...trackers);
  expect(JSON.parse(once).taskTracking.taskIndex.map(({ id }: { id: unknown }) => id)).toEqual(["T#0", "T#1", 101, "T#2", "T#3", "T#4"]);
  expect(once.split("\n").length).toBe(INDENTED.split("\n").length + 3);
  expect(edited(once, ...trackers)).toBe(once);
});

test("of one tracker given twice the last counts", () => {
  expect(edited("{}", RED, { ...RED, status: "failed" })).toBe(`{"taskTracking":{"taskIndex":[${RED_JSON.replace("pending", "failed")}]}}`);
  expect(edited(edited("{}", RED), { ...RED, status: "completed" }, RED)).toBe(edited("{}", RED));
});

test("a number is the id that its digits are", () => {
  expect(edited(INDENTED, { ...RED, id: "101", subject: "old" })).toContain(
    '{ "id": 101, "subject": "old", "status": "pending", "parentId": "T#0"',
  );
});

test.each(['"on"', "3", "null", "[]", '{"taskIndex":{}}', '{"taskIndex":null}'])("taskTracking that is %s", (value) => {
  expect(() => putTrackers(parse(`{"taskTracking":${value}}`), [RED])).toThrow("Path 'taskTracking.taskIndex' not found in schema");
});

test("statuses by id; elements that are no trackers say nothing", () => {
  const list = '[{"id":1,"status":"pending"},{"id":1,"status":"completed"},{"id":"x"},{"status":"failed"},null,3,{"id":"y","status":2}]';
  expect([...trackerStatuses(parse(`{"taskTracking":{"taskIndex":${list}}}`))]).toEqual([["1", "completed"]]);
});

test("900 trackers are appended and changed in a moment", () => {
  const trackers = Array.from({ length: 900 }, (_, n) => ({ ...RED, id: `T#${n}` }));
  const before = edited("{}", ...trackers);
  const started = performance.now();
  const after = edited(before, ...trackers.map((tracker) => ({ ...tracker, status: "completed" }) as const));
  expect(performance.now() - started).toBeLessThan(5000);
  expect(new Set(trackerStatuses(parse(after)).values())).toEqual(new Set(["completed"]));
});

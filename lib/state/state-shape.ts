/** The shape that every skill can work with (spec page 1, State file): real files have more members, and fewer. Pure. */
import { isObject, type JsonDocument } from "./json-document.ts";
import { valueAt } from "./locate.ts";

/** One phrase for each member that is something else than skills expect there, `<path>: expected …`; none for a known shape. */
export function shapeProblems(document: JsonDocument): readonly string[] {
  return [...storiesProblems(document), ...trackingProblems(document), ...versionProblems(document)];
}

/** An older kind of file has an array of objects. */
function storiesProblems(document: JsonDocument): readonly string[] {
  const stories = valueAt(document, ["stories"])?.value;
  if (stories === undefined) return [];
  if (Array.isArray(stories)) return notObjects(stories, "stories");
  if (!isObject(stories)) return ["stories: expected an object"];
  return Object.entries(stories).flatMap(([id, story]) => {
    if (!isObject(story)) return [`stories.${id}: expected an object`];
    const tasks = Object.hasOwn(story, "tasks") ? story.tasks : undefined;
    if (tasks === undefined || Array.isArray(tasks)) return [];
    if (!isObject(tasks)) return [`stories.${id}.tasks: expected an object`];
    const wrong = Object.keys(tasks).filter((task) => !isObject(tasks[task]));
    return wrong.map((task) => `stories.${id}.tasks.${task}: expected an object`);
  });
}

function trackingProblems(document: JsonDocument): readonly string[] {
  const tracking = valueAt(document, ["taskTracking"])?.value;
  if (tracking === undefined || typeof tracking === "boolean") return [];
  if (!isObject(tracking)) return ["taskTracking: expected an object, true or false"];
  return ["taskIndex", "phaseGateResults"].flatMap((name) => {
    const list = Object.hasOwn(tracking, name) ? tracking[name] : [];
    const path = `taskTracking.${name}`;
    return Array.isArray(list) ? notObjects(list, path) : [`${path}: expected an array`];
  });
}

function versionProblems(document: JsonDocument): readonly string[] {
  const version = valueAt(document, ["version"])?.value;
  const isKnown = version === undefined || typeof version === "string" || typeof version === "number";
  return isKnown ? [] : ["version: expected a number or text"];
}

function notObjects(list: readonly unknown[], path: string): readonly string[] {
  return list.flatMap((element, i) => (isObject(element) ? [] : [`${path}[${i}]: expected an object`]));
}

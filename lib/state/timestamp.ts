/** The wall clock, whole seconds since the Unix epoch; asked only when a timestamp is written. */
export type Clock = () => number;

/** ISO 8601 date-time with `Z` or an offset, optional fraction (spec page 0, Time). */
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/;

/** Whole seconds since the Unix epoch, floored; undefined for anything that is no such date-time, or no real date. */
export function parseTimestamp(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const part = (group: number) => Number(match[group] ?? 0);
  const lastDay = new Date(Date.UTC(part(1), part(2), 0)).getUTCDate();
  if (part(2) < 1 || part(2) > 12 || part(3) < 1 || part(3) > lastDay || part(4) > 23 || part(5) > 59 || part(6) > 59) return undefined;
  if (part(7) > 23 || part(8) > 59) return undefined;
  return Math.floor(Date.parse(text) / 1000);
}

/** `YYYY-MM-DDTHH:MM:SSZ` for whole seconds since the Unix epoch. */
export function formatTimestamp(epochSeconds: number): string {
  return `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}Z`;
}

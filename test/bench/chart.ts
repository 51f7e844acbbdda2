/** A bar chart as SVG text: milliseconds on a logarithmic scale, drawn by nobody's browser. */

export interface Bar {
  readonly name: string;
  readonly ms: number;
  /** Ours are drawn darker than what they are compared with. */
  readonly isOurs: boolean;
}

const WIDTH = 860;
const LEFT = 330;
const RIGHT = 70;
const ROW = 26;
const TOP = 46;

/** The bars in the order given, from 1 ms to the next power of ten above the longest. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...bars.map(({ ms }) => ms)))));
  const height = TOP + bars.length * ROW + 30;
  const x = (ms: number) => LEFT + (Math.log10(Math.max(ms, 1)) / decades) * (WIDTH - LEFT - RIGHT);
  const lines = Array.from({ length: decades + 1 }, (_, i) => grid(x(10 ** i), 10 ** i, height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="12" y="24" font-size="15" font-weight="bold" fill="#1f2933">${escaped(title)}</text>`,
    ...lines,
    ...bars.map((bar, i) => row(bar, TOP + i * ROW, x(bar.ms))),
    "</svg>\n",
  ].join("\n");
}

function grid(x: number, ms: number, height: number): string {
  const at = x.toFixed(1);
  return `<path d="M${at} ${TOP - 6}V${height - 24}" stroke="#d9e2ec"/><text x="${at}" y="${height - 8}" fill="#52606d" text-anchor="middle">${ms} ms</text>`;
}

function row({ name, ms, isOurs }: Bar, y: number, end: number): string {
  const fill = isOurs ? "#0b7285" : "#adb5bd";
  const width = Math.max(end - LEFT, 1).toFixed(1);
  return [
    `<text x="${LEFT - 8}" y="${y + 15}" fill="#1f2933" text-anchor="end">${escaped(name)}</text>`,
    `<rect x="${LEFT}" y="${y + 2}" width="${width}" height="${ROW - 8}" fill="${fill}"/>`,
    `<text x="${(end + 6).toFixed(1)}" y="${y + 15}" fill="#1f2933">${ms < 100 ? ms.toFixed(1) : ms.toFixed(0)}</text>`,
  ].join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

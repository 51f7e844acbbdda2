export function basename(path: string, suffix?: string): string;
export function dirname(path: string): string;
export function join(...paths: string[]): string;
export function relative(from: string, to: string): string;
export function resolve(...pathSegments: string[]): string;

import { appendFileSync } from 'node:fs';

/** Where the figures of a run are gathered: a JSON array in each line. */
export const figuresFile = 'HOSTILE_FIGURES';

/** Adds a line to the table that is printed when the whole run is over: what was done, and what came of it. */
export function tellFigure(what: string, figure: string): void {
  const file = process.env[figuresFile];
  if (file === undefined) console.log(`${what}: ${figure}`);
  else appendFileSync(file, `${JSON.stringify([what, figure])}\n`);
}

/** Bytes as MiB with one digit after the point. */
export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

import { appendFileSync } from 'node:fs';

/** The file for the figures of a run: a JSON array in each line. */
export const figuresFile = 'HOSTILE_FIGURES';

/** Adds a row to the table that is printed at the end of the run: what was done, and the result. */
export function tellFigure(what: string, figure: string): void {
  const file = process.env[figuresFile];
  if (file === undefined) console.log(`${what}: ${figure}`);
  else appendFileSync(file, `${JSON.stringify([what, figure])}\n`);
}

/** Returns bytes as MiB with one decimal. */
export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

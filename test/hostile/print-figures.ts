import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresFile } from './figures.ts';

/** The global setup of vitest: collects the figures of all files and prints them as one table. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'));
  const file = join(folder, 'figures.jsonl');
  process.env[figuresFile] = file;
  return () => {
    console.log(figuresTable(readRows(file)));
    rmSync(folder, { recursive: true });
  };
}

function readRows(file: string): readonly (readonly [string, string])[] {
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** Returns two columns as Markdown. */
export function figuresTable(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([what, figure]) => `| ${what} | ${figure} |`);
  return ['', '| What | Figure |', '|---|---|', ...lines, ''].join('\n');
}

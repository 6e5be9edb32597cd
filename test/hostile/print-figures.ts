import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresFile } from './figures.ts';

/** The global setup of vitest: collects the figures of all files and prints them as one table. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'));
  const file = join(folder, 'figures.jsonl');
  process.env[figuresFile] = file;
  const before = droppedPackets();
  return () => {
    const dropped = droppedPackets() - before;
    const rows = readRows(file);
    console.log(figuresTable(dropped === 0 ? rows : [...rows, [droppedTitle, `${dropped}`]]));
    rmSync(folder, { recursive: true });
  };
}

const droppedTitle =
  'Packets that the kernel dropped (`dmesg`: nf_conntrack): a reason for requests without a response';

/** Returns the sum of the column `drop` over all processors; 0 where the kernel tracks no connections. */
function droppedPackets(): number {
  const statistics = '/proc/net/stat/nf_conntrack';
  if (!existsSync(statistics)) return 0;
  const [names = [], ...processors] = readFileSync(statistics, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const column = names.indexOf('drop');
  return processors.reduce((sum, counts) => sum + Number.parseInt(counts[column] ?? '0', 16), 0);
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
function figuresTable(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([what, figure]) => `| ${what} | ${figure} |`);
  return ['', '| What | Figure |', '|---|---|', ...lines, ''].join('\n');
}

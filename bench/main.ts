import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generator } from './load.ts';
import { bounds } from './measures/bounds.ts';
import { cancels, refusals } from './measures/cancels.ts';
import { besideStreams, changingLists } from './measures/changing-list.ts';
import { check, largeCheck } from './measures/check.ts';
import { coverage } from './measures/coverage.ts';
import { lists, specialLists } from './measures/lists.ts';
import { matrix } from './measures/matrix.ts';
import type { Measure } from './measures/measure.ts';
import { memory } from './measures/memory.ts';
import { besidePeers, besidePrism } from './measures/peers.ts';
import { proxy } from './measures/proxy.ts';
import { requestLog } from './measures/request-log.ts';
import { scale } from './measures/scale.ts';
import { starts } from './measures/starts.ts';
import { ordersFiles } from './orders-files.ts';
import { keeps, type Row, rowAsText, tableHead } from './row.ts';

const measures: Readonly<Record<string, Measure>> = {
  starts,
  lists,
  specialLists,
  requestLog,
  coverage,
  refusals,
  cancels,
  changingLists,
  besideStreams,
  memory,
  check,
  largeCheck,
  matrix,
  proxy,
  bounds,
  besidePrism,
  besidePeers,
  scale,
};

const { values } = parseArgs({
  options: {
    /** Fewer rounds; always exits with 0. */
    quick: { type: 'boolean', default: false },
    /** Only this measure; repeatable. */
    only: { type: 'string', multiple: true, default: [] },
    /** The JSON file for the rows. */
    json: { type: 'string', default: 'bench-results.json' },
    rounds: { type: 'string' },
    /** Also installs and measures other servers. */
    peers: { type: 'boolean', default: false },
  },
});

const wanted = Object.entries(measures).filter(([name]) =>
  values.only.length === 0 ? name !== 'besidePeers' || values.peers : values.only.includes(name),
);
if (wanted.length === 0) throw new Error(`--only takes one of ${Object.keys(measures).join(', ')}`);
const pace = { rounds: Number(values.rounds ?? (values.quick ? 2 : 4)), seconds: 1 };
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? arch()}, Node ${process.version}, load by ${generator}`;
const folder = await mkdtemp(join(tmpdir(), 'store-orders-bench-'));
const rows: Row[] = [];
try {
  console.log(`${machine}; medians of ${pace.rounds} rounds or more\n\n${tableHead}`);
  for (const [, measure] of wanted) {
    for await (const row of measure({ files: ordersFiles(folder), pace })) {
      rows.push(row);
      console.log(rowAsText(row));
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
await writeFile(values.json, `${JSON.stringify({ machine, pace, rows }, null, 2)}\n`);
if (!values.quick && rows.some((row) => keeps(row) === false)) process.exitCode = 1;

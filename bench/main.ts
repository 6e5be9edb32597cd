import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, keeps, type Measure, type Row, rowAsText, tableHead } from './compare.ts';
import { generator } from './load.ts';
import { besidePrism } from './prism.ts';
import { memory, starts } from './process.ts';
import { besideHttpxy } from './proxy.ts';
import { cancels, lists, refusals } from './requests.ts';

const measures: Readonly<Record<string, Measure>> = {
  starts,
  lists,
  refusals,
  cancels,
  memory,
  besidePrism,
  besideHttpxy,
};
const { values } = parseArgs({
  options: {
    /** Fewer rounds; always exits with 0. */
    quick: { type: 'boolean', default: false },
    /** Only this measure; repeatable. By default all but `besideHttpxy`, which installs a package. */
    only: { type: 'string', multiple: true, default: [] },
    /** The JSON file for the rows. */
    json: { type: 'string', default: 'bench-results.json' },
    rounds: { type: 'string' },
  },
});

const wanted = Object.entries(measures).filter(([name]) =>
  values.only.length === 0 ? name !== 'besideHttpxy' : values.only.includes(name),
);
if (wanted.length === 0) throw new Error(`--only takes one of ${Object.keys(measures).join(', ')}`);
const pace = { rounds: Number(values.rounds ?? (values.quick ? 2 : 4)), seconds: 1 };
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? arch()}, Node ${process.version}, load by ${generator}`;
const folder = await mkdtemp(join(tmpdir(), 'store-orders-bench-'));
const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const bench: Bench = {
  folder,
  pace,
  orders: (count) => write(`orders-${count}.json`, `{"orders":[${makeOrders(count).join(',\n')}]}`),
  generated: (count) => write(`generated-${count}.yaml`, `generate: [{ count: ${count}, firstId: 1 }]\n`),
};
const rows: Row[] = [];
try {
  console.log(`${machine}; medians of ${pace.rounds} rounds or more\n\n${tableHead}`);
  for (const [, measure] of wanted) {
    for await (const row of measure(bench)) {
      rows.push(row);
      console.log(rowAsText(row));
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
await writeFile(values.json, `${JSON.stringify({ machine, pace, rows }, null, 2)}\n`);
if (!values.quick && rows.some((row) => keeps(row) === false)) process.exitCode = 1;

function makeOrders(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const id = at + 1;
    const status = id % 10 === 0 ? ',"status":"shipped"' : '';
    return `{"id":${id},"petId":${id % 97},"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false${status}}`;
  });
}

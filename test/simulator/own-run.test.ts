import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExchangeRecord, RunRecord } from '../../src/simulator/environment/record/run-recorder.ts';
import { readOwnRun } from '../../src/simulator/own-run.ts';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { newFolder } from '../support/new-folder.ts';
import { testKey } from '../support/open-test-simulator.ts';
import { main, runProgram, startProgram } from '../support/run-program.ts';

/** A test suite with simulators of its own: it sends requests to two of them at once, then exits without a stop. */
const ownSimulators = `
import { startSimulator } from './src/index.ts';
const simulators = await Promise.all([startSimulator(), startSimulator({ scenario: 'pending' })]);
const headers = { Authorization: 'Bearer ${testKey}' };
await Promise.all(
  simulators.map(async ({ baseUrl }) => {
    for (let sent = 0; sent < 25; sent++) await fetch(baseUrl + '/store/orders', { headers });
  }),
);
process.exit(0);
`;
const folder = newFolder();

const headers = { Authorization: `Bearer ${testKey}` };
const readLines = (text: string): RunRecord[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RunRecord]));
const exchangesOf = (records: readonly RunRecord[]): readonly ExchangeRecord[] =>
  records.flatMap((one) => (one.kind === 'exchange' ? [one] : []));

test('simulators that tests start get the cell of the process, and append to one file without a stop', async () => {
  const record = join(folder, 'suite.jsonl');
  const variables = { SIM_CELL: '{"gaps":{"etag":"on"}}', SIM_RECORD: record };
  const suite = () => runProgram('--input-type=module', ['--eval', ownSimulators], { variables });
  const ended = await Promise.all([suite(), suite()]);
  expect(ended).toEqual([expect.objectContaining({ code: 0 }), expect.objectContaining({ code: 0 })]);
  const exchanges = exchangesOf(readLines(await readFile(record, 'utf8')));
  expect(exchanges).toHaveLength(100);
  expect(new Set(exchanges.map(({ gaps }) => gaps.etag))).toEqual(new Set(['on']));
});

test('serve imposes a cell and records to a file, also if it is killed', async () => {
  const record = join(folder, 'serve.jsonl');
  const cell = '{"faults":[{"id":"matrix-1","kind":"status","status":503,"times":1}]}';
  const variables = { SIM_CELL: cell, SIM_RECORD: record };
  const { child, ended, said } = startProgram(main, ['serve', '--port', '0', '--control-port', '0'], {
    variables,
  });
  const [line] = await said(/ready: (\S+) \(production\)/g);
  const list = async () => (await fetch(`${line?.[1]}/store/orders`, { headers })).status;
  // A response can arrive before its record is written, but not the next response.
  expect([await list(), await list()]).toEqual([503, 200]);
  child.kill('SIGKILL');
  await ended;
  const records = readLines(await readFile(record, 'utf8'));
  expect(records[0]).toMatchObject({ kind: 'exchange', status: 503, faults: ['matrix-1'] });
});

test('keeps the record in memory for the control API if there is a cell and no file', async () => {
  const variables = { cell: '{"gaps":{"cors":"on"}}', record: undefined };
  await using simulator = await startSimulatorFor({ scenario: 'pending' }, { variables });
  await fetch(`${simulator.baseUrl}/store/orders`, { headers });
  const text = (await simulator.control?.record()) ?? '';
  expect(exchangesOf(readLines(text))).toMatchObject([{ environment: 'production', status: 200 }]);
  expect(text).not.toContain(testKey);
});

test('has no record without a cell', async () => {
  await using simulator = await startSimulatorFor({ scenario: 'pending' }, {});
  await expect(simulator.control?.record()).rejects.toMatchObject({ status: 404 });
});

test.each([
  ['{"gaps":{"etagg":"on"}}', /^SIM_CELL:1:10 unknown key "etagg" in gaps; did you mean "etag"\?$/],
  ['{"gaps":{"etag":"maybe"}}', /^SIM_CELL:1:17 "maybe" is not a choice of the gap etag; expected off, on; /],
  ['{"gap":{}}', /^SIM_CELL:1:2 unknown key "gap"; did you mean "gaps"\?$/],
  ['gaps: {}', /^SIM_CELL:1:1 .*expected a JSON value/],
])('refuses the cell %s', async (cell, message) => {
  const refused = await readOwnRun({ cell, record: undefined }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'UserError', exitCode: 2, message: expect.stringMatching(message) });
});

test('refuses a record file that cannot be written', async () => {
  const record = join(folder, 'no', 'such.jsonl');
  await expect(readOwnRun({ cell: undefined, record })).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(/^SIM_RECORD .*such\.jsonl cannot be written \(ENOENT\); expected a file/),
  });
});

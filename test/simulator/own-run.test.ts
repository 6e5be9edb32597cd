import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import type { ExchangeRecord, RunRecord } from '../../src/simulator/environment/record/run-record.ts';
import { newFolder } from '../support/new-folder.ts';
import { testKey } from '../support/open-test-simulator.ts';
import { main, runProgram, startProgram } from '../support/run-program.ts';

const ownSimulators = fileURLToPath(new URL('../support/programs/own-simulators.ts', import.meta.url));
const folder = newFolder();

const headers = { Authorization: `Bearer ${testKey}` };
const readLines = (text: string): RunRecord[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RunRecord]));
const exchangesOf = (records: readonly RunRecord[]): readonly ExchangeRecord[] =>
  records.flatMap((one) => (one.kind === 'exchange' ? [one] : []));

test('simulators that tests start get the cell of the process, and append to one file without a stop', async () => {
  const record = join(folder, 'suite.jsonl');
  const variables = { SIM_CELL: '{"gaps":{"etag":"on"}}', SIM_RECORD: record };
  const ended = await Promise.all([
    runProgram(ownSimulators, [], { variables }),
    runProgram(ownSimulators, [], { variables }),
  ]);
  expect(ended).toEqual([expect.objectContaining({ code: 0 }), expect.objectContaining({ code: 0 })]);
  const exchanges = exchangesOf(readLines(await readFile(record, 'utf8')));
  expect(exchanges).toHaveLength(100);
  expect(new Set(exchanges.map(({ gaps }) => gaps.etag))).toEqual(new Set(['on']));
});

test('serve imposes a cell and records to a file, also if it is killed', async () => {
  const record = join(folder, 'serve.jsonl');
  const args = ['serve', '--port', '0', '--control-port', '0', '--record', record];
  const cell = '{"faults":[{"id":"matrix-1","kind":"status","status":503,"times":1}]}';
  const { child, ended, said } = startProgram(main, args, { variables: { SIM_CELL: cell } });
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
  await using simulator = await startSimulator({ cell: '{"gaps":{"cors":"on"}}', scenario: 'pending' });
  await fetch(`${simulator.baseUrl}/store/orders`, { headers });
  const text = (await simulator.control?.record()) ?? '';
  expect(exchangesOf(readLines(text))).toMatchObject([{ environment: 'production', status: 200 }]);
  expect(text).not.toContain(testKey);
});

test('has no record without a cell', async () => {
  await using simulator = await startSimulator({ scenario: 'pending' });
  await expect(simulator.control?.record()).rejects.toMatchObject({ status: 404 });
});

test.each([
  ['{"gaps":{"etagg":"on"}}', /^cell:1:10 unknown key "etagg" in gaps; did you mean "etag"\?$/],
  ['{"gaps":{"etag":"maybe"}}', /^cell:1:17 "maybe" is not a choice of the gap etag; expected off, on; /],
  ['{"gap":{}}', /^cell:1:2 unknown key "gap"; did you mean "gaps"\?$/],
  ['{"gaps":{},"gaps":{}}', /^cell:1:12 key "gaps" is given/],
  ['gaps: {}', /^cell:1:1 .*expected a JSON value/],
  [
    '{"faults":[{"id":"mine","kind":"reset"}]}',
    /^cell:1:18 the id "mine" is not that .*expected a name that begins with matrix-$/,
  ],
  ['{"faults":[{"kind":"rest"}]}', /^cell:1:20 .*did you mean "reset"/],
])('refuses the cell %s', async (cell, message) => {
  const refused = await startSimulator({ cell }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'UserError', exitCode: 2, message: expect.stringMatching(message) });
});

test('names the variable that is not valid', async () => {
  const { stderr } = await runProgram(ownSimulators, [], { variables: { SIM_CELL: '[]' } });
  expect(stderr).toMatch(/SIM_CELL:1:1 .*expected a mapping/);
});

test('serves on and reports once if the record cannot be written any more', async () => {
  const { code, stderr } = await runProgram(ownSimulators, [], { variables: { SIM_RECORD: '/dev/full' } });
  const line = 'SIM_RECORD /dev/full cannot be written (ENOSPC); the record of this run is incomplete\n';
  // Once for each of its simulators.
  expect({ code, stderr }).toEqual({ code: 0, stderr: line + line });
});

test('refuses a record file that cannot be written', async () => {
  await expect(startSimulator({ record: join(folder, 'no', 'such.jsonl') })).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(/^record .*such\.jsonl cannot be written \(ENOENT\); expected a file/),
  });
});

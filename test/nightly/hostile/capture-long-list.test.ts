import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createCatalog } from '../../../src/simulator/scenarios/catalog.ts';
import { resolveScenario } from '../../../src/simulator/scenarios/resolve-scenario.ts';
import { startTinyServer } from '../../check/mutants/honest-server.ts';
import { longList } from '../../check/mutants/long-list.ts';

const program = fileURLToPath(new URL('../../support/programs/measured-capture.ts', import.meta.url));
const count = 100_000;

/** A number that looks random, from 0 to 2^32 - 1, another one for each index. */
const mixed = (index: number): number => Math.imul(index + 1, 0x9e37_79b1) >>> 0;

/** Ids of every kind. */
function idAt(index: number): bigint {
  switch (index % 10) {
    case 0:
    case 1:
      return 10_000_000n + BigInt(index);
    case 2:
      return -10_000_000n - BigInt(index);
    case 9:
      return BigInt.asIntN(64, idAt(index - 1) + (1n << 40n));
    default:
      return 2n ** 53n + BigInt(mixed(index)) * 1_000_003n + BigInt(index);
  }
}

const dateAt = (index: number): string => {
  const text = new Date(1_750_000_000_000 + (mixed(index) % 100_000_000) * 1000).toISOString();
  return index % 3 === 0 ? text.replace('.000Z', '+02:00') : text.replace('.000Z', 'Z');
};

const orderAt = (index: number): string =>
  `{"id":${idAt(index)},"petId":${1 + (index % 5000)},"quantity":${index % 12},"shipDate":"${dateAt(index)}","complete":${index % 2 === 0}}`;

const orderForm =
  /^ {4}\{"id":(-?\d+),"petId":(\d+),"quantity":(\d+),"shipDate":"([^"]+)","complete":(true|false)(?:,"status":"pending")?\},?$/;

test('captures 100,000 orders in bounded memory, with their structure and none of their data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capture-long-list-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'captured.json');
  const ids = new Set<bigint>();
  const dates = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    ids.add(idAt(index));
    dates.add(dateAt(index).slice(0, 10));
  }
  await using server = await startTinyServer(longList(count, orderAt));
  using child = fork(program, [server.url, file], {
    execArgv: [...process.execArgv, '--single-threaded', '--max-old-space-size=128'],
  });
  const [{ said, memory }] = await once(child, 'message');
  expect(said).toContain('Captured from a list of 100000 orders');
  const images = new Set<bigint>();
  let index = 0;
  for await (const line of createInterface(createReadStream(file))) {
    const [, digits, petId, quantity, shipDate = '', complete] = orderForm.exec(line) ?? [];
    if (digits === undefined) continue;
    const [id, original] = [BigInt(digits), idAt(index)];
    // An expectation for each of so many orders would take long.
    const holds =
      !ids.has(id) &&
      petId?.length === `${1 + (index % 5000)}`.length &&
      !dates.has(shipDate.slice(0, 10)) &&
      digits.length === `${original}`.length &&
      id < 0n === original < 0n &&
      Number.isSafeInteger(Number(id)) === Number.isSafeInteger(Number(original)) &&
      shipDate.slice(19) === dateAt(index).slice(19) &&
      quantity === `${index % 12}` &&
      complete === `${index % 2 === 0}`;
    if (!holds) expect([index, line, orderAt(index)]).toEqual([]);
    images.add(id);
    index += 1;
  }
  expect(index).toBe(count);
  expect(images.size).toBe(ids.size);
  const scenario = await createCatalog({ allowPaths: true }).open(file);
  const { orders } = await resolveScenario(scenario, { seed: 1 });
  let pending = 0;
  for (const { status } of orders) if (status === 'pending') pending += 1;
  expect(pending).toBe(count);
  expect(memory).toBeLessThan(384 * 1024 ** 2);
}, 600_000);

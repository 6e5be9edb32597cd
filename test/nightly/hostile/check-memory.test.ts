import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Level } from '../../../src/contract/report.ts';
import { serverKey, startTinyServer, type Twist, tinyOrder } from '../../check/mutants/honest-server.ts';
import { lists, rebody } from '../../check/mutants/mutant.ts';

/** Sends the exit code, why the check is incomplete, and the number of findings of each broken rule; waits to be measured. */
const program = `
import { checkContract } from './src/check/check-contract.ts';
const [, url, apiKey, level] = process.argv;
const { exitCode, incomplete, rules } = await checkContract({ url, apiKey, level });
const counts = rules.flatMap(({ kind, rule, findings }) => (kind === 'failed' ? [[rule, findings]] : []));
process.send({ exitCode, incomplete: incomplete?.message, counts: Object.fromEntries(counts) });
process.once('disconnect', () => process.exit());
`;

/**
 * The heap that Node.js has in a container of 256 MiB, collected in the main thread: with threads, the most memory depends
 * on the load of the machine, and with more memory on when V8 collects.
 */
const heap = ['--single-threaded', '--max-old-space-size=128'];

/** Checks a changed service in another process, which has no other work. */
async function measureCheck(twist: Twist, level: Level) {
  await using server = await startTinyServer(twist);
  const args = [...heap, '--input-type=module', '--eval', program, server.url, serverKey, level];
  using child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [measured] = await once(child, 'message');
  return { memory: mostMemory(child.pid), measured };
}

/** The most memory that a process had, in bytes. */
function mostMemory(pid?: number): number {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

/** A service with a list of `count` orders, which is built once. */
function longList(count: number, orderOf: (index: number) => string): Twist {
  const orders = Array.from({ length: count }, (_, index) => orderOf(index));
  return rebody(lists, Buffer.from(`[${orders.join(',')}]`));
}

/** A service whose responses with a status have this body. */
function replying(status: number, body: string): Twist {
  return { wire: (wire) => (wire.status === status ? { ...wire, body } : wire) };
}

/** An object with many fields of 14 bytes. */
function manyFields(count: number): string {
  const fields = Array.from({ length: count }, (_, index) => `"f${1_000_000 + index}":1,`);
  return `{${fields.join('')}"code":"a","message":"b","status":401}`;
}

const broken = (index: number): string =>
  `{"id":"${index}","petId":1.5,"quantity":null,"shipDate":"no","complete":0}`;

const large = /401 has content of more than 1048576 bytes; only one with status 200 may have more/;

let honest = 0;
beforeAll(async () => {
  honest = (await measureCheck({}, 'observe')).memory;
});

test.each<[what: string, twist: () => Twist, expected: object]>([
  [
    'a message of 60 MB in a 401',
    () => replying(401, `{"code":"a","message":"${'m'.repeat(60_000_000)}","status":401}`),
    { exitCode: 3, incomplete: expect.stringMatching(large), counts: {} },
  ],
  [
    'an order with a million fields',
    () => replying(200, `[${manyFields(1_000_000)}]`),
    { exitCode: 1, counts: { R06: 1 } },
  ],
  [
    '100 orders with 9,000 fields each',
    () => replying(200, `[${Array.from({ length: 100 }, () => manyFields(9_000))}]`),
    { exitCode: 0, counts: { R12: 100 } },
  ],
  [
    'a field whose name has 15 MB',
    () => replying(200, `[{"${'n'.repeat(15_000_000)}":1}]`),
    { exitCode: 0, counts: { R12: 1 } },
  ],
  [
    '150,000 broken orders',
    () => longList(150_000, broken),
    { exitCode: 1, counts: { R08: 100, R09: 100, R10: 100 } },
  ],
])('checks %s at level observe with little memory', async (_, twist, expected) => {
  const { memory, measured } = await measureCheck(twist(), 'observe');
  expect(measured).toEqual(expected);
  // The heap may have 128 MiB; the rest are bytes of responses that are not collected yet.
  expect(memory - honest).toBeLessThan(256 * 1024 ** 2);
});

test('checks 100,000 orders at level probe with at most 256 MiB more than five at level observe', async () => {
  const orders = longList(100_000, (index) => tinyOrder(String(10_000_000 + index), 'pending').text);
  const { memory, measured } = await measureCheck(orders, 'probe');
  expect(measured).toEqual({ exitCode: 0, counts: {} });
  expect(memory - honest).toBeLessThan(256 * 1024 ** 2);
});

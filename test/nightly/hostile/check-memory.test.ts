import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { startTinyServer, type Twist, tinyOrder } from '../../check/mutants/honest-server.ts';
import { longList } from '../../check/mutants/long-list.ts';

const program = fileURLToPath(new URL('../../support/programs/measured-check.ts', import.meta.url));

/**
 * The heap that Node.js has in a container of 256 MiB, collected in the main thread: with threads, the most memory depends
 * on the load of the machine, and with more memory on when V8 collects.
 */
const heap = ['--single-threaded', '--max-old-space-size=128'];

/** Checks a changed service in another process, which has no other work. */
async function measureCheck(twist: Twist) {
  await using server = await startTinyServer(twist);
  using child = fork(program, [server.url], { execArgv: [...process.execArgv, ...heap] });
  const [{ memory, ...measured }] = await once(child, 'message');
  return { memory: Number(memory), measured };
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
  honest = (await measureCheck({})).memory;
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
  const { memory, measured } = await measureCheck(twist());
  expect(measured).toEqual(expected);
  // The heap may have 128 MiB; the rest are bytes of responses that are not collected yet.
  expect(memory - honest).toBeLessThan(256 * 1024 ** 2);
});

test('checks 100,000 orders with at most 256 MiB more than five', async () => {
  const orders = longList(100_000, (index) => tinyOrder(String(index + 1), 'pending').text);
  const { memory, measured } = await measureCheck(orders);
  expect(measured).toEqual({ exitCode: 0, counts: {} });
  expect(memory - honest).toBeLessThan(256 * 1024 ** 2);
});

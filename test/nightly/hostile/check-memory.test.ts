import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { startTinyServer, type Twist, tinyOrder } from '../../check/mutants/honest-server.ts';
import { longList } from '../../check/mutants/long-list.ts';

const program = fileURLToPath(new URL('../../support/programs/measured-check.ts', import.meta.url));

type Measured = {
  readonly exitCode: number;
  readonly incomplete?: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly memory: number;
};

/**
 * The heap that Node.js has in a container of 256 MiB, collected in the main thread: with threads, the most memory depends
 * on the load of the machine, and with more memory on when V8 collects.
 */
const heap = ['--single-threaded', '--max-old-space-size=128'];

/** Checks a changed service in another process, which has no other work. */
async function measureCheck(twist: Twist): Promise<Measured> {
  await using server = await startTinyServer(twist);
  using child = fork(program, [server.url], { execArgv: [...process.execArgv, ...heap] });
  const [measured] = await once(child, 'message');
  return measured;
}

/** A service whose responses with a status have this body. */
function replying(status: number, body: Buffer): Twist {
  return { wire: (wire) => (wire.status === status ? { ...wire, body } : wire) };
}

/** An object with many fields of 14 bytes. */
function manyFields(count: number): string {
  const fields = Array.from({ length: count }, (_, index) => `"f${1_000_000 + index}":1,`);
  return `{${fields.join('')}"code":"a","message":"b","status":401}`;
}

const list = (...items: readonly string[]): Buffer => Buffer.from(`[${items.join(',')}]`);
const message = (bytes: number): Buffer =>
  Buffer.from(`{"code":"a","message":"${'m'.repeat(bytes)}","status":401}`);
const notUtf8 = Buffer.from(
  list(`"${'a'.repeat(15_000_000)}~"`)
    .toString('latin1')
    .replace('~', '\xe9'),
  'latin1',
);

/** The heap may have 128 MiB; the rest are bytes of responses that are not collected yet, which differ from run to run by 40 MiB. */
const limit = 320 * 1024 ** 2;
const large = /7 of 23 .* 401 has content of more than 1048576 bytes; only one with status 200 may have more/;

const cases: readonly (readonly [what: string, twist: () => Twist, expected: Partial<Measured>])[] = [
  [
    'a message of 60 MB in a 401',
    () => replying(401, message(60_000_000)),
    { exitCode: 3, incomplete: expect.stringMatching(large), counts: {} },
  ],
  ['a message of 1 MB in a 401', () => replying(401, message(1_000_000)), { exitCode: 0, counts: {} }],
  [
    'a 401 with 70,000 fields',
    () => replying(401, Buffer.from(manyFields(70_000))),
    { exitCode: 1, counts: { R21: 1 } },
  ],
  [
    'an order with a million fields',
    () => replying(200, list(manyFields(1_000_000))),
    { exitCode: 1, counts: { R06: 1 } },
  ],
  [
    '100 orders with 9,000 fields each',
    () => replying(200, list(...Array.from({ length: 100 }, () => manyFields(9_000)))),
    { exitCode: 0, counts: { R12: 100 } },
  ],
  [
    'a field whose name has 15 MB',
    () => replying(200, list(`{"${'n'.repeat(15_000_000)}":1}`)),
    { exitCode: 0, counts: { R12: 1 } },
  ],
  [
    'an array of 7 million numbers instead of an order',
    () => replying(200, list(`[${'1,'.repeat(7_000_000)}1]`)),
    { exitCode: 1, counts: { R06: 1 } },
  ],
  [
    '15 MB that end in a byte that is not UTF-8',
    () => replying(200, notUtf8),
    { exitCode: 1, counts: { R06: 1 } },
  ],
  [
    '150,000 orders',
    () => longList(150_000, (index) => tinyOrder(String(index + 1), 'pending').text),
    { exitCode: 0, counts: {} },
  ],
];

let honest = 0;
beforeAll(async () => {
  honest = (await measureCheck({})).memory;
});

test.each(cases)('checks %s at level observe with little memory', async (_, twist, expected) => {
  const measured = await measureCheck(twist());
  expect(measured).toMatchObject(expected);
  expect(measured.counts).toEqual(expected.counts);
  expect(measured.memory - honest).toBeLessThan(limit);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { UserError } from '../../src/user-error.ts';
import { serverKey } from '../check/mutants/honest-server.ts';
import { main, startProgram } from '../support/run-program.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';
import { check } from './run-check.ts';
import { key, startShop, startWatch, startWebhook } from './run-watch.ts';

test('a watch prints a line and posts only what changes, with both exchanges and without the key', async () => {
  const state = { broken: false };
  await using shop = await startShop(state);
  const { url, received } = await startWebhook({ status: 204 });
  await using watch = startWatch(shop.url, '--notify', url);
  await watch.round();
  await watch.next();
  expect(watch.out()).toEqual([
    `watching ${shop.url} at level observe every 1h`,
    expect.stringMatching(/^first check: complete, rules: \d+ kept, 0 broken, \d+ not-exercised$/),
    '',
  ]);
  expect(received).toEqual([]);

  state.broken = true;
  await watch.next();
  await watch.next();
  expect(watch.out()).toHaveLength(4);
  // What can no longer be tested follows from it, and has a clause for all rules.
  expect(watch.out()[2]).toMatch(
    /^changed: R07 kept → broken \(expected [^;]*, got [^;]*\); R08–R1\d [R\d– ]*kept → not-exercised$/,
  );
  expect(received.map(({ path }) => path)).toEqual(['POST /hooks/T0?token=secret-of-the-hook']);
  const { text, target, changes } = JSON.parse(received[0]?.body ?? '');
  expect([text, target]).toEqual([expect.stringContaining('R07 kept → broken'), shop.url]);
  const [change] = changes.filter(({ name }: { name: string }) => name === 'R07');
  expect(change).toMatchObject({
    ...{ kind: 'rule', from: 'kept', to: 'broken' },
    before: { answer: { body: { content: expect.stringMatching(/^\[\{"id":101/) } } },
    after: {
      answer: {
        body: { content: '{"orders":"none"}' },
        headers: expect.arrayContaining([['X-Echo', '[redacted]']]),
      },
    },
  });

  state.broken = false;
  await watch.next();
  expect(watch.out()[3]).toMatch(/^changed: R07 broken → kept; R08–R1\d [R\d– ]*not-exercised → kept$/);
  const back = JSON.parse(received[1]?.body ?? '').changes.find(
    ({ name }: { name: string }) => name === 'R07',
  );
  expect(back.before.answer.body.content).toBe('{"orders":"none"}');
  expect(back.after.answer.body.content).toMatch(/^\[\{"id":101/);
  expect(`${watch.out()}${watch.err()}${JSON.stringify(received)}`).not.toContain(serverKey);
});

test('a watch that starts with a broken target says so at once', async () => {
  await using shop = await startShop({ broken: true });
  const { url, received } = await startWebhook({ status: 200 });
  await using watch = startWatch(shop.url, '--notify', url);
  await watch.round();
  expect(watch.out()[2]).toMatch(/^changed: R07 broken \(expected/);
  expect(JSON.parse(received[0]?.body ?? '').changes).toContainEqual(
    expect.objectContaining({ kind: 'rule', name: 'R07', to: 'broken' }),
  );
});

test('a webhook that fails gets the change again after the next round, once it accepts it never again', async () => {
  const state = { broken: false };
  const hook = { status: 500 };
  await using shop = await startShop(state);
  const { url, received } = await startWebhook(hook);
  await using watch = startWatch(shop.url, '--notify', url);
  await watch.round();
  state.broken = true;
  await watch.next();
  expect(watch.err()).toMatch(
    /--notify failed, and is repeated after the next round: it responded with 500\n$/,
  );
  hook.status = 200;
  await watch.next();
  await watch.next();
  expect(received).toHaveLength(2);
  expect(JSON.parse(received[1]?.body ?? '').changes).toEqual(JSON.parse(received[0]?.body ?? '').changes);
  expect(watch.err()).not.toContain('secret-of-the-hook');
});

test('an unreachable target changes the check and no rule', async () => {
  const url = `http://127.0.0.1:${closedPort}/v1`;
  await using watch = startWatch(url);
  await watch.round();
  await watch.next();
  expect(watch.out().slice(1)).toEqual([
    expect.stringMatching(/^first check: unreachable, rules: \d kept, 0 broken, \d+ not-exercised$/),
    expect.stringMatching(/^changed: check unreachable \(.*ECONNREFUSED.* is the port correct\?\)$/),
    '',
  ]);
});

test('a hanging target gets one connection in each round, which is closed at the end of the round', async () => {
  let [open, connections, requests] = [0, 0, 0];
  const server = createServer(() => {
    requests += 1;
  });
  server.on('connection', (socket) => {
    open += 1;
    connections += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  await using silent = await serveHere(server);
  await using watch = startWatch(`${silent.origin}/v1`, '--timeout', '20ms');
  await watch.round();
  for (let round = 1; round < 10; round += 1) await watch.next();
  // On a busy machine, the limit may be over before a request is sent.
  await expect.poll(() => [connections, open], { timeout: 60_000 }).toEqual([10, 0]);
  expect(requests).toBeLessThanOrEqual(10);
});

test('a watch serves its metrics', async () => {
  const state = { broken: false };
  await using shop = await startShop(state);
  await using watch = startWatch(
    shop.url,
    '--metrics',
    ':0',
    '--expect-profile',
    'typical',
    '--level',
    'probe',
  );
  await watch.round();
  const address = /http:\S+$/.exec(watch.out()[0] ?? '')?.[0] ?? '';
  const read = async (): Promise<string> => (await fetch(address)).text();
  const label = `target="${shop.url}"`;
  const first = await read();
  expect(first).toContain(
    `store_orders_check_rule{rule="R07",severity="violation",result="kept",${label}} 1`,
  );
  expect(first).toContain(`store_orders_check_rounds_total{outcome="complete",${label}} 1`);
  expect(first).toContain(`store_orders_check_gap_choice{gap="content-type",choice="bare",${label}} 1`);
  expect(first).toContain(`store_orders_check_drift{gap="content-type",${label}} 1`);
  expect(first).toMatch(/^store_orders_check_requests_total\{status="4xx",target="[^"]+"\} \d\d$/m);
  const age = Number(/^store_orders_check_last_complete_age_seconds\{.*\} (\S+)$/m.exec(first)?.[1]);
  expect(age).toBe(0);
  state.broken = true;
  await watch.next();
  const second = await read();
  expect(second).toContain(
    `store_orders_check_rule{rule="R07",severity="violation",result="kept",${label}} 0`,
  );
  expect(second).toContain(
    `store_orders_check_rule{rule="R07",severity="violation",result="broken",${label}} 1`,
  );
  expect(second).not.toContain(serverKey);

  const root = address.replace('/metrics', '');
  expect((await fetch(`${root}/livez`)).status).toBe(200);
  expect((await fetch(root)).status).toBe(404);
  const posted = await fetch(address, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  await watch.stop();
  await expect(read()).rejects.toThrow();
});

test('a watch whose port for metrics is taken ends before its first request', async () => {
  await using shop = await startShop({ broken: false });
  const port = new URL(shop.url).port;
  const error: unknown = await check(
    [shop.url, '--every', '1h', '--metrics', `127.0.0.1:${port}`],
    key,
  ).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^--metrics \d+ on 127.0.0.1 is taken/),
    exitCode: 3,
  });
  expect(shop.requests).toEqual([]);
});

test.each([
  [
    ['--every', '1h', '--level', 'cancel'],
    '--every does not repeat level cancel, which uses up orders; expected --level observe or --level probe',
  ],
  [['--every', '1h', '--level', 'race'], '--every does not repeat level race, which uses up orders'],
  [['--every', '500ms'], '--every 500ms is out of range; expected 1s to 24h'],
  [['--every', '25h'], '--every 25h is out of range; expected 1s to 24h'],
  [['--every', '5'], '--every cannot be "5"; expected a duration'],
  [['--every', '1h', '--report', 'json=x.json'], '--report cannot be combined with --every'],
  [['--every', '1h', '--wait', '5'], '--wait cannot be combined with --every'],
  [['--metrics', ':9464'], '--metrics has no effect without --every DURATION'],
  [['--notify', 'https://hooks.example/x'], '--notify has no effect without --every DURATION'],
  [
    ['--every', '1h', '--metrics', 'localhost'],
    '--metrics cannot be "localhost"; expected an address such as 127.0.0.1:9464',
  ],
  [['--every', '1h', '--metrics', ':70000'], '--metrics cannot be ":70000"'],
  [
    ['--every', '1h', '--notify', 'ftp://secret.example'],
    '--notify is not an address; expected http:// or https://',
  ],
])('%# refuses flags of a watch with a reason', async (args, message) => {
  await expect(check(['http://127.0.0.1:9/v1', ...args], key)).rejects.toThrow(message);
});

test('a watch of several targets is refused', async () => {
  const error: unknown = await check(['--config', 'x.yaml', '--every', '1h'], key).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toContain('--config cannot be combined with --every; run a process for each target');
});

test('SIGTERM ends a watch with exit code 0', async () => {
  await using shop = await startShop({ broken: false });
  const args = ['check', shop.url, '--every', '1h', '--metrics', '127.0.0.1:0'];
  const program = startProgram(main, args, { variables: key });
  await program.said(/first check: complete/g);
  program.child.kill('SIGTERM');
  const [code] = await once(program.child, 'exit');
  expect(code).toBe(0);
});

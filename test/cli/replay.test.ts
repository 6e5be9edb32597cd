import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { replayCommand } from '../../src/cli/replay.ts';
import { call, list, openControl } from '../simulator/control-api/open-control.ts';
import { newFolder } from '../support/new-folder.ts';
import { main, startProgram } from '../support/run-program.ts';

let file = '';
let text = '';

beforeAll(async () => {
  file = join(newFolder(), 'capsule.json');
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({
    ...{
      name: 'cart',
      seed: 3,
      scenario: { orders: [{ id: 1 }, { id: 2, status: 'shipped' }], clock: { frozen: true } },
    },
    gaps: { 'cancel-again': 'not-found' },
  });
  await environment.faults.add({ kind: 'status', status: 503, times: 1 });
  for (const id of ['1', '1', '1', '2']) await call(environment, 'DELETE', `/store/orders/${id}`);
  await list(environment);
  text = await environment.capsule();
  await writeFile(file, text);
});

async function verify(path: string) {
  let [out, err, code] = ['', '', -1];
  const command = replayCommand({
    ...{ env: {}, cwd: '.', onInterrupt: () => {}, onExit: () => {} },
    out: { write: (given) => (out += given) },
    err: { write: (given) => (err += given) },
    setExitCode: (given) => {
      code = given;
    },
  });
  await command.exitOverride().parseAsync([path, '--verify'], { from: 'user' });
  return { out, err, code };
}

test('replay --verify succeeds where all responses have the same bytes', async () => {
  expect(await verify(file)).toEqual({
    out: '✔ 5 responses with the same bytes, 0 that differ, 0 not verified\n',
    ...{ err: '', code: 0 },
  });
});

test('replay --verify exits with 1 and names the request that differs', async () => {
  const changed = `${file}.changed`;
  await writeFile(
    changed,
    text
      .replace('"cancel-again":"not-found"', '"cancel-again":"conflict"')
      .replace(/"version":"[^"]+"/, '"version":"9.0.0"'),
  );
  const { out, err, code } = await verify(changed);
  expect(code).toBe(1);
  expect(out).toBe(
    '✘ 4 responses with the same bytes, 1 that differ, 0 not verified\n✘ request 3, DELETE /cart/v1/store/orders/1: status 409 instead of 404\n',
  );
  expect(err).toMatch(/was written by store-orders-sim 9\.0\.0; this is /);
});

test('replay --verify exits with 3 where a part could not be verified', async () => {
  const cut = `${file}.cut`;
  await writeFile(cut, text.replace('"later":0', '"later":2'));
  const { out, code } = await verify(cut);
  expect(code).toBe(3);
  expect(out).toContain('\n! 2 later requests and changes are missing: they did not fit\n');
});

test('replay serves the environment of a capsule in its initial state, with a known key', async () => {
  const program = startProgram(main, ['replay', file, '--port', '0', '--control-port', '0']);
  const [[, baseUrl = ''] = []] = await program.said(/^replaying cart at (.*)$/gm);
  const to = { baseUrl, apiKey: 'test-api-key' };
  expect(await list(to)).toBe('[{"id":1},{"id":2}]');
  expect((await call(to, 'DELETE', '/store/orders/1')).status).toBe(204);
  expect((await call(to, 'DELETE', '/store/orders/1')).status).toBe(404);
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProxy } from '../check/start-proxy.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { openProxyCommand } from './run-proxy.ts';

test('reaches the upstream by the proxy of HTTP_PROXY, except for the hosts of NO_PROXY, and never shows its password', async () => {
  await using simulator = await openTestSimulator({});
  const port = Number(new URL(simulator.baseUrl).port);
  const authorization = `Basic ${Buffer.from('me:swordfish-42').toString('base64')}`;
  await using through = await startProxy({ port, authorization });
  const address = through.address.replace('//', '//me:swordfish-42@');
  const file = join(newFolder(), 'r.json');
  const run = async (env: Readonly<Record<string, string>>) => {
    const proxy = await openProxyCommand(['http://shop..invalid/v1', '--report', `json=${file}`], env);
    const { status } = await fetch(`${proxy.baseUrl}/store/orders`, {
      headers: { Authorization: `Bearer ${testKey}` },
    });
    proxy.interrupt();
    const { out, err, code } = await proxy.ended;
    return { status, code, err, text: out + err + readFileSync(file, 'utf8') };
  };
  const { host } = new URL(through.address);
  const accepted = await run({ HTTP_PROXY: address });
  expect([accepted.status, accepted.code]).toEqual([200, 0]);
  expect(accepted.err).toContain(`→ http://shop..invalid/v1 through the proxy ${host}\n`);
  const excepted = await run({ HTTP_PROXY: address, NO_PROXY: '.invalid' });
  expect([excepted.status, excepted.code]).toEqual([502, 3]);
  expect(excepted.text).toContain(
    'responded to none of 1 request: The name shop..invalid cannot be resolved',
  );
  const refused = await run({ HTTP_PROXY: address.replace('me:', 'you:') });
  expect([refused.status, refused.code]).toEqual([502, 3]);
  expect(refused.text).toContain(`1 request: the proxy ${host} does not accept the credentials`);
  for (const { text } of [accepted, excepted, refused])
    for (const secret of ['swordfish', authorization.slice(6)]) expect(text).not.toContain(secret);
  expect(through.heads).toHaveLength(2);
});

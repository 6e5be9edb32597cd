import { expect, test } from 'vitest';
import { request } from '../../support/raw-http.ts';
import { main, startProgram } from '../../support/run-program.ts';

const canary = 'sk_live_CANARY7f3a9Zq';
const bearer = `Authorization: Bearer ${canary}`;

/** Requests with the key in every place where a client may put it by mistake: method, target, header. */
const carriers = [
  ['GET', '/v1/store/orders', bearer],
  ['GET', '/v1/store/orders', `Authorization: Basic ${Buffer.from(`user:${canary}`).toString('base64')}`],
  ['GET', '/v1/store/orders', `Authorization: ${canary}`],
  ['GET', '/v1/store/orders', `${bearer} ${canary}`],
  ['GET', '/v1/store/orders', `X-Api-Key: ${canary}`],
  ['GET', '/v1/store/orders', `Cookie: session=${canary}`],
  ['GET', `/v1/store/orders?api_key=${canary}`, 'X: y'],
  ['DELETE', `/v1/store/orders/${canary}`, bearer],
  ['GET', `/${canary}/v1/store/orders`, bearer],
] as const;

test.each(['json', 'pretty'])(
  'a key given by flag, variable, scenario or request is in no log in the format %s and no output of a process',
  async (format) => {
    const flags = `--port 0 --control-port 0 --log-level trace --log-format ${format} --staging-api-key ${canary}-flag`;
    const variables = {
      SIM_API_KEY: canary,
      SIM_CONTROL_TOKEN: `${canary}-token`,
      SIM_SCENARIO_INLINE: `apiKeys:\n  production: [${canary}-scenario]\norders: []\n`,
    };
    const program = startProgram(main, ['serve', ...flags.split(' ')], { variables });
    const [line] = await program.said(/ready: (\S+)\/v1 /g);
    for (const [method, target, header] of carriers) await request(line?.[1] ?? '', method, target, [header]);
    program.child.kill('SIGTERM');
    const { stdout, stderr, code } = await program.ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(/CANARY/i);
  },
);

test.each([
  ['a scenario that is wrong', ['serve', '--scenario-inline', 'orders: [{idd: 1}]']],
  ['a port that is wrong', ['serve', '--port', 'x']],
  ['the settings', ['serve', '--print-settings']],
  ['a crash with --debug', ['check', 'http://127.0.0.1:9/v1', '--debug']],
  ['a target with the key as its password', ['check', `http://user:${canary}@127.0.0.1:9/v1`]],
  ['a target that nobody serves', ['check', `http://127.0.0.1:9/${canary}/v1`]],
])('%s shows no key', async (_what, args) => {
  const program = startProgram(main, [...args, '--api-key', canary], {
    variables: { SIM_STAGING_API_KEY: canary },
  });
  const { stdout, stderr } = await program.ended;
  expect(stdout + stderr).not.toBe('');
  expect(stdout + stderr).not.toMatch(/CANARY/i);
});

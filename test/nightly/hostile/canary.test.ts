import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';
import { main, startProgram } from '../../support/run-program.ts';
import { serveHere } from '../../support/serve-here.ts';

const canary = 'sk_live_CANARY7f3a9Zq';
const base64 = Buffer.from(`user:${canary}`).toString('base64');

/** Requests with the key in every place where a client may put it by mistake. */
const carriers: readonly (readonly [string, string, readonly string[], string?])[] = [
  ['GET', '/v1/store/orders', [`Authorization: Bearer ${canary}`]],
  ['GET', '/v1/store/orders', [`Authorization: Basic ${base64}`]],
  ['GET', '/v1/store/orders', [`Authorization: ${canary}`]],
  ['GET', '/v1/store/orders', [`Authorization: Token token="${canary}"`]],
  ['GET', '/v1/store/orders', [`Authorization: Bearer ${canary} ${canary}`]],
  ['GET', '/v1/store/orders', [`X-Api-Key: ${canary}`]],
  ['GET', '/v1/store/orders', [`Proxy-Authorization: Bearer ${canary}`]],
  ['GET', '/v1/store/orders', [`Cookie: session=${canary}`]],
  ['GET', `/v1/store/orders?api_key=${canary}`, []],
  ['GET', `/v1/store/orders?access_token=${canary}&x=1`, [`Authorization: Bearer ${canary}`]],
  ['GET', `/v1/store/orders/${canary}`, [`Authorization: Bearer ${canary}`]],
  ['DELETE', `/v1/store/orders/${canary}`, [`Authorization: Bearer ${canary}`]],
  ['GET', `/${canary}/v1/store/orders`, [`Authorization: Bearer ${canary}`]],
  ['GET', `/${canary}/v1/store/orders`, []],
  ['GET', `/v1/store/ORDERS/${canary}`, []],
  [
    'POST',
    '/quickstart/messages',
    [`Authorization: Bearer ${canary}`, 'Content-Type: application/json', 'Content-Length: 60'],
    `{"message":"hi","api_key":"${canary}"}`.padEnd(60),
  ],
];

async function carry(origin: string): Promise<void> {
  for (const [method, target, headers, body] of carriers)
    await request(origin, method, target, headers, body);
}

test('a valid key, wherever a client puts it, is in no journal, no metric and no response of the control API', async () => {
  const faults: unknown[] = [];
  await using simulator = await openTestSimulator({
    apiKeys: new Map([['production', [canary]]]),
    onError: (fault) => faults.push(fault),
  });
  const headers = { Authorization: `Bearer ${controlToken}` };
  const ask = (path: string) =>
    fetch(simulator.controlUrl + path, { headers }).then((answer) => answer.text());
  await fetch(`${simulator.controlUrl}/environments/production/keys`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: canary }),
  });
  await carry(simulator.serviceOrigin);
  const journal = await ask('/environments/production/journal?limit=1000');
  expect(JSON.parse(journal).exchanges.length).toBeGreaterThanOrEqual(carriers.length);
  const paths = [
    '/metrics',
    '/environments',
    '/environments/production',
    '/environments/production/snapshot',
  ];
  const texts = [journal, ...(await Promise.all(paths.map(ask))), String(faults)];
  for (const text of texts) expect(text.match(/.*CANARY.*/gi) ?? []).toEqual([]);
  expect(journal).not.toContain(base64);
});

test.each(['json', 'pretty'])(
  'a key given by flag, variable, scenario or request is in no log in the format %s and no output of a process',
  async (format) => {
    const program = startProgram(
      main,
      [
        'serve',
        '--port',
        '0',
        '--control-port',
        '0',
        '--log-level',
        'trace',
        '--log-format',
        format,
        '--staging-api-key',
        `${canary}-flag`,
      ],
      {
        variables: {
          SIM_API_KEY: canary,
          SIM_CONTROL_TOKEN: `${canary}-token`,
          SIM_SCENARIO_INLINE: `apiKeys:\n  production: [${canary}-scenario]\norders: []\n`,
        },
      },
    );
    const [line] = await program.said(/ready: (\S+)\/v1 /g);
    await carry(line?.[1] ?? '');
    program.child.kill('SIGTERM');
    const { stdout, stderr, code } = await program.ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(/CANARY/i);
  },
);

test.each([
  ['a scenario that is wrong', ['serve', '--scenario-inline', `orders: [{idd: 1}]\n`, '--api-key', canary]],
  ['a port that is wrong', ['serve', '--port', 'x', '--api-key', canary]],
  ['a crash with --debug', ['check', 'http://127.0.0.1:9/v1', '--api-key', canary, '--debug']],
  [
    'a target with the key as its password',
    ['check', `http://user:${canary}@127.0.0.1:9/v1`, '--api-key', canary],
  ],
  ['a target that nobody serves', ['check', `http://127.0.0.1:9/${canary}/v1`, '--api-key', canary]],
  ['the settings', ['serve', '--print-settings', '--api-key', canary]],
])('%s shows no key', async (_what, args) => {
  const program = startProgram(main, args, { variables: { SIM_STAGING_API_KEY: canary } });
  const { stdout, stderr } = await program.ended;
  expect(stdout + stderr).not.toBe('');
  expect(stdout + stderr).not.toMatch(/CANARY/i);
});

const escapes = ['\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\r\nFAKE LINE', '\u0000', '\u202e'];

test('a response full of escape sequences reaches the terminal without them', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Title': 'a' });
    response.end(JSON.stringify([{ id: 1, [`x${escapes.join('')}`]: escapes.join('') }]) + escapes.join(''));
  });
  await using here = await serveHere(server);
  const { stdout, stderr } = await startProgram(main, ['check', `${here.origin}/v1`, '--api-key', canary])
    .ended;
  expect(stdout).toContain('R');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
});

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportFormats, reportWriters } from '../../src/check/reports/reports.ts';
import { readCriteria } from '../../src/contract/criteria.ts';
import type { Report } from '../../src/contract/report.ts';
import { createObserver } from '../../src/traffic/proxy/observer.ts';
import { type Forwarded, list } from './forwarded.ts';

const { terminal: terminalReport } = reportWriters;

/** Where a request can have a credential, and the request that has it there. */
const places: readonly ((secret: string) => Forwarded)[] = [
  (secret) => ({ key: `Bearer ${secret}` }),
  (secret) => ({ key: secret }),
  (secret) => ({ key: `Token ${secret}` }),
  (secret) => ({ key: `Basic ${Buffer.from(`user:${secret}`).toString('base64')}` }),
  (secret) => ({ key: null, headers: [['X-Api-Key', secret]] }),
  (secret) => ({ headers: [['Cookie', `a=b; session=${secret}; c=d`]] }),
  (secret) => ({ headers: [['Proxy-Authorization', `Bearer ${secret}`]] }),
  (secret) => ({ target: `/v1/store/orders?key=${encodeURIComponent(secret)}` }),
  (secret) => ({ target: `http://user:${encodeURIComponent(secret)}@host/v1/store/orders` }),
];

/** What a service can repeat of a secret, and where. */
const echoes: readonly ((secret: string) => Forwarded)[] = [
  () => ({ status: 500 }),
  (secret) => ({ statusLine: `HTTP/1.1 500 ${secret}`, status: 500 }),
  (secret) => ({ body: JSON.stringify([{ id: 1, [secret]: secret }]) }),
  (secret) => ({ body: `${'x'.repeat(70)}${secret}${'y'.repeat(70)}` }),
  (secret) => ({ status: 401, body: JSON.stringify({ code: secret, message: `no ${secret}`, status: 400 }) }),
  (secret) => ({
    status: 409,
    body: encodeURIComponent(secret),
    responseHeaders: [['Content-Type', `x/${secret}`]],
  }),
  (secret) => ({ status: 404, body: Buffer.from(`{"${secret}"`).toString('base64') }),
  (secret) => ({
    responseHeaders: [
      ['X-Echo', secret],
      [`X-${secret}`, '1'],
      ['Content-Length', secret],
    ],
  }),
  (secret) => ({
    responseHeaders: [['WWW-Authenticate', `Bearer realm="${secret}"`]],
    status: 401,
    body: '',
  }),
  (secret) => ({
    body: gzipSync(JSON.stringify({ secret })),
    responseHeaders: [
      ['Content-Encoding', 'gzip'],
      ['Content-Type', 'application/json'],
    ],
  }),
];

const secret = fc
  .tuple(fc.stringMatching(/^[a-z]{2}[A-Za-z0-9._~+-]{14,30}$/), fc.constantFrom('', '/', '{'))
  .map(([random, odd]) => `canary${odd}${random.slice(2)}`);
const exchanges = fc.array(
  fc.record({ secret, place: fc.nat(places.length - 1), echo: fc.nat(echoes.length - 1) }),
  { minLength: 1, maxLength: 12 },
);

function leak(written: string, secrets: readonly string[]): string | undefined {
  const decoded = (written.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((text) =>
    Buffer.from(text, 'base64').toString('latin1'),
  );
  const seen = [written, ...decoded].join('\n').toLowerCase();
  // The random end of a secret says that it is there, however its beginning is written.
  return secrets.find((one) => seen.includes(one.slice(-12).toLowerCase()));
}

async function written(report: Report): Promise<readonly string[]> {
  return Promise.all(
    reportFormats.map(async (format) =>
      format === 'terminal' ? terminalReport(report, { colour: true }) : reportWriters[format](report),
    ),
  );
}

test('no report contains a credential of a request, wherever it was and wherever a response repeats it', async () => {
  await fc.assert(
    fc.asyncProperty(exchanges, async (rows) => {
      const now = Date.UTC(2026, 0, 21);
      const address = { baseUrl: 'https://orders.example/v1', upstreamPath: '/v1' };
      const observer = await createObserver({ ...address, criteria: readCriteria({}), startedAt: now });
      for (const [at, row] of rows.entries()) {
        const parts = [places[row.place], echoes[row.echo]].map((part) => part?.(row.secret));
        await observer.judge(list(Object.assign({ number: at + 1 }, ...parts)));
      }
      const secrets = rows.map((row) => row.secret);
      for (const text of await written(observer.report())) expect(leak(text, secrets)).toBeUndefined();
    }),
    { endOnFailure: true, numRuns: 20 },
  );
});

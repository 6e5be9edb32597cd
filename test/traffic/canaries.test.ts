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
  (secret) => ({ body: `[{"id":1,"${secret}":"${secret}"}]` }),
  (secret) => ({ body: `${'x'.repeat(70)}${secret}${'y'.repeat(70)}` }),
  (secret) => ({ status: 401, body: `{"code":"${secret}","message":"no ${secret}","status":400}` }),
  (secret) => ({
    status: 409,
    body: secret,
    responseHeaders: [['Content-Type', `x/${secret}`]],
  }),
  (secret) => ({ status: 404, body: `{"${secret}"` }),
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
    body: gzipSync(`{"secret":"${secret}"}`),
    responseHeaders: [
      ['Content-Encoding', 'gzip'],
      ['Content-Type', 'application/json'],
    ],
  }),
];

/** How a service may encode it. */
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  encodeURIComponent,
  (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  (text) => text.replace(/[^a-z0-9]/gi, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[^a-z0-9]/gi, (one) => `&#${one.charCodeAt(0)};`),
  ...[0, 1, 2].map((before) => (text: string) => Buffer.from('x'.repeat(before) + text).toString('base64')),
];

const secret = fc
  .tuple(fc.stringMatching(/^[a-z]{2}[A-Za-z0-9._~+-]{14,30}$/), fc.constantFrom('', '/', '{'))
  .map(([random, odd]) => `canary${odd}${random.slice(2)}`);
const rows = fc.array(
  fc.record({
    secret,
    place: fc.constantFrom(...places),
    encode: fc.constantFrom(...encodings),
    echo: fc.constantFrom(...echoes),
    /** How many exchanges later it is repeated. */
    after: fc.oneof(fc.constant(0), fc.nat(20)),
  }),
  { minLength: 1, maxLength: 4 },
);

function leak(written: string, secrets: readonly string[]): string | undefined {
  const decoded = (written.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((text) =>
    Buffer.from(text, 'base64').toString('latin1'),
  );
  const seen = [written, ...decoded]
    .join('\n')
    .replace(/%([0-9a-f]{2})|\\u00([0-9a-f]{2})/gi, (_, one, other) =>
      String.fromCharCode(Number.parseInt(one ?? other, 16)),
    )
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .toLowerCase();
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

test('no report contains a credential of a request, wherever it was and wherever this or one of the next 20 responses repeats it', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      const now = Date.UTC(2026, 0, 21);
      const address = { baseUrl: 'https://orders.example/v1', upstreamPath: '/v1' };
      const observer = await createObserver({ ...address, criteria: readCriteria({}), startedAt: now });
      let number = 0;
      for (const { secret: one, place, encode, echo, after } of all) {
        const exchanges = Array.from(
          { length: after + 1 },
          (_, at): Forwarded => ({ key: `Bearer other-${at}` }),
        );
        exchanges[0] = place(one);
        exchanges[after] = { ...exchanges[after], ...echo(encode(one)), ...(after === 0 && place(one)) };
        for (const exchange of exchanges) await observer.judge(list({ number: ++number, ...exchange }));
      }
      const secrets = all.map((row) => row.secret);
      for (const text of await written(observer.report())) expect(leak(text, secrets)).toBeUndefined();
    }),
    { endOnFailure: true, numRuns: 40 },
  );
});

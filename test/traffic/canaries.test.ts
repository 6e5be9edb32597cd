import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportFormats, reportWriters } from '../../src/check/reports/reports.ts';
import type { Report } from '../../src/contract/report.ts';
import { type Forwarded, list } from './forwarded.ts';
import { saveTraffic } from './save-traffic.ts';

const { terminal: terminalReport } = reportWriters;

/** Where a request can have a secret, and the request that has it there. */
const places: readonly ((secret: string) => Forwarded)[] = [
  (secret) => ({ key: `Bearer ${secret}` }),
  (secret) => ({ key: secret }),
  (secret) => ({ key: `Token ${secret}` }),
  (secret) => ({ key: `Basic ${Buffer.from(`user:${secret}`).toString('base64')}` }),
  (secret) => ({ key: `Digest username="u", nonce="${secret}", response="${secret}x"` }),
  (secret) => ({ key: null, headers: [['X-Api-Key', secret]] }),
  (secret) => ({ headers: [['Cookie', `a=b; session=${secret}; c=d`]] }),
  (secret) => ({ headers: [['Proxy-Authorization', `Bearer ${secret}`]] }),
  (secret) => ({ headers: [['X-Anything', secret]] }),
  (secret) => ({ headers: [['User-Agent', `client/1 (${secret})`]] }),
  (secret) => ({ headers: [['Referer', `https://a.example/?t=${secret}`]] }),
  (secret) => ({ headers: [[`X-${secret}`, '1']] }),
  (secret) => ({ target: `/v1/store/orders?key=${secret}` }),
  (secret) => ({ target: `/v1/store/orders?status=${encodeURIComponent(secret)}&page=2` }),
  (secret) => ({ target: `/v1/store/orders?${secret}` }),
  (secret) => ({ target: `/v1/store/orders?${secret}=1` }),
  (secret) => ({ method: 'DELETE', target: `/v1/store/orders/${encodeURIComponent(secret)}` }),
  (secret) => ({ target: `http://user:${encodeURIComponent(secret)}@host/v1/store/orders` }),
  (secret) => ({ target: `http://${encodeURIComponent(secret)}@host/v1/store/orders` }),
  (secret) => ({ requestBody: JSON.stringify({ password: secret }) }),
  (secret) => ({ requestBody: `token=${encodeURIComponent(secret)}` }),
  (secret) => ({ method: secret.replaceAll(/[^a-z]/gi, 'x'), target: `/v1/${secret}` }),
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
  .tuple(fc.stringMatching(/^[a-z]{2}[A-Za-z0-9._~+-]{14,30}$/), fc.constantFrom('', '/', '="', '{'))
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

test('no report and no saved file contains a secret of a request, wherever it was and wherever a response repeats it', async () => {
  await fc.assert(
    fc.asyncProperty(exchanges, async (rows) => {
      const traffic = rows.map((row) => {
        const parts = [places[row.place], echoes[row.echo]].map((part) => part?.(row.secret));
        return list(Object.assign({}, ...parts));
      });
      using saved = await saveTraffic(traffic);
      const secrets = rows.map((row) => row.secret);
      expect(JSON.parse(saved.har).log.entries).toHaveLength(saved.live.exchangesJudged ?? 0);
      for (const text of [saved.har, ...(await written(saved.live))])
        expect(leak(text, secrets)).toBeUndefined();
    }),
    { endOnFailure: true, numRuns: 5 },
  );
});

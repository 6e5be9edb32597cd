import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/index.ts';
import { readTarget } from '../../../src/check/target.ts';
import { serverKey, startTinyServer } from '../../check/mutants/honest-server.ts';

type Kind = 'refused' | 'this machine' | 'another host';

/** Whether a target address is accepted, and whether orders may be cancelled there without permission. */
const addresses: readonly (readonly [text: string, kind: Kind, baseUrl?: string])[] = [
  ['http://localhost/v1', 'this machine', 'http://localhost/v1'],
  ['http://LOCALHOST:4010/v1/', 'this machine', 'http://localhost:4010/v1'],
  ['http://127.0.0.1/v1', 'this machine', 'http://127.0.0.1/v1'],
  ['http://127.1/v1', 'this machine', 'http://127.0.0.1/v1'],
  ['http://2130706433/v1', 'this machine', 'http://127.0.0.1/v1'],
  ['http://0x7f000001/v1', 'this machine', 'http://127.0.0.1/v1'],
  ['http://0177.0.0.1/v1', 'this machine', 'http://127.0.0.1/v1'],
  ['http://[::1]/v1', 'this machine', 'http://[::1]/v1'],
  ['http://[0:0:0:0:0:0:0:1]/v1', 'this machine', 'http://[::1]/v1'],
  ['http://１２７.0.0.1/v1', 'this machine', 'http://127.0.0.1/v1'],
  ['http://localhost./v1', 'another host'],
  ['http://localhost.example/v1', 'another host'],
  ['http://127.0.0.1.example/v1', 'another host'],
  ['http://127-0-0-1.example/v1', 'another host'],
  ['http://example/localhost/v1', 'another host'],
  ['http://0.0.0.0/v1', 'another host'],
  ['http://[::]/v1', 'another host'],
  ['http://[::ffff:127.0.0.1]/v1', 'another host'],
  ['http://169.254.169.254/latest/meta-data', 'another host', 'http://169.254.169.254/latest/meta-data'],
  ['http://2852039166/latest', 'another host', 'http://169.254.169.254/latest'],
  ['http://0xa9fea9fe/latest', 'another host', 'http://169.254.169.254/latest'],
  ['http://0251.0376.0251.0376/latest', 'another host', 'http://169.254.169.254/latest'],
  ['http://[::ffff:169.254.169.254]/latest', 'another host'],
  ['http://metadata.google.internal/v1', 'another host'],
  ['http://10.0.0.1/v1', 'another host'],
  ['http://192.168.0.1:8080/v1', 'another host'],
  ['https://orders.example/v1', 'another host', 'https://orders.example/v1'],
  ['http://127.0.0.1@evil.example/v1', 'refused'],
  ['http://user:secret@localhost/v1', 'refused'],
  ['http://evil.example#@localhost/v1', 'refused'],
  ['http://evil.example?@localhost/v1', 'refused'],
  ['http://127.0.0.256/v1', 'refused'],
  ['http://[::1/v1', 'refused'],
  ['http://local host/v1', 'refused'],
  ['http://localhost:99999/v1', 'refused'],
  ['file:///etc/passwd', 'refused'],
  ['ftp://localhost/v1', 'refused'],
  ['gopher://localhost:6379/_FLUSHALL', 'refused'],
  ['javascript:alert(1)', 'refused'],
  ['data:application/json,[]', 'refused'],
  ['unix:/var/run/docker.sock', 'refused'],
  ['//localhost/v1', 'refused'],
  ['localhost:4010/v1', 'refused'],
  ['', 'refused'],
];

test.each(addresses.map(([text, kind, baseUrl]) => ({ text, kind, baseUrl })))(
  'the target $text is $kind',
  ({ text, kind, baseUrl }) => {
    if (kind === 'refused') {
      expect(() => readTarget(text)).toThrow(/expected an http or https address/);
      expect(() => readTarget(text)).not.toThrow(/secret/);
      return;
    }
    const target = readTarget(text);
    expect(target.loopback).toBe(kind === 'this machine');
    // The plan and the report show this form.
    if (baseUrl !== undefined) expect(target.baseUrl).toBe(baseUrl);
  },
);

test('the table has 40 addresses', () => {
  expect(addresses.length).toBeGreaterThanOrEqual(40);
});

const elsewhere = ['http://169.254.169.254/', 'file:///etc/passwd', '//evil.example/', 'http://127.0.0.1:9/'];

test.each([301, 302, 303, 307, 308])(
  'a target that redirects everything with %i leads the key nowhere',
  async (status) => {
    await using other = await startTinyServer();
    for (const location of [other.url, ...elsewhere]) {
      await using server = await startTinyServer({
        wire: () => ({ status, headers: [['Location', location]], body: undefined }),
      });
      const report = await checkContract({ url: server.url, apiKey: serverKey });
      expect(report.exchanges.length).toBeGreaterThan(0);
      expect(JSON.stringify(report)).not.toContain(serverKey);
    }
    expect(other.requests).toEqual([]);
  },
);

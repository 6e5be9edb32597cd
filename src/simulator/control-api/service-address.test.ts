import { expect, test } from 'vitest';
import { locateService, type ServiceListener, viewAddress } from './service-address.ts';

const everywhere = {
  ...{ publicUrl: undefined, scheme: 'http', port: 4010 },
  ...{ host: '0.0.0.0', controlHost: '0.0.0.0' },
} as const satisfies ServiceListener;

function called(host: string, localAddress: string, localPort = 4011) {
  return { headers: { host }, socket: { localAddress, localPort } };
}

test.each([
  ['localhost:4011', '127.0.0.1', 'http://localhost:4010'],
  ['LOCALHOST:4011', '::ffff:127.0.0.1', 'http://localhost:4010'],
  ['[::1]:4011', '::1', 'http://[::1]:4010'],
  ['sim:4011', '172.18.0.2', 'http://sim:4010'],
])('a client that calls %s on its own port finds the service on the same host', (host, local, url) => {
  expect(locateService(everywhere, called(host, local))).toEqual({ url });
});

test.each(['localhost:49153', 'sim.test', '[::1]:80'])(
  'the address is unknown to a client that calls %s, which is mapped to port 4011',
  (host) => {
    const address = locateService(everywhere, called(host, '172.17.0.2'));
    expect(address).toEqual({ hint: expect.stringContaining('SIM_PUBLIC_URL') });
    const { baseUrl, baseUrlHint } = viewAddress(address, '/v1');
    expect([baseUrl, baseUrlHint]).toEqual([undefined, expect.stringContaining('port 4010 of the service')]);
  },
);

test('a Host without a port means port 80, and the scheme is that of the service', () => {
  const listener = { ...everywhere, scheme: 'https', port: 8080 } as const;
  expect(locateService(listener, called('sim', '172.17.0.2', 80))).toEqual({ url: 'https://sim:8080' });
});

test('a loopback name on a connection that was forwarded is an assumption, and says so', () => {
  const address = locateService(everywhere, called('localhost:4011', '172.17.0.2'));
  expect(viewAddress(address, '/a/v1')).toEqual({
    baseUrl: 'http://localhost:4010/a/v1',
    baseUrlHint: expect.stringMatching(/assumes that port 4010 .* SIM_PUBLIC_URL/),
  });
});

test.each([
  ['10.0.0.5', '0.0.0.0', 'http://10.0.0.5:4010'],
  ['::1', '127.0.0.1', 'http://[::1]:4010'],
])('a service that listens on %s, unlike the control API on %s, is found there', (host, controlHost, url) => {
  const address = locateService({ ...everywhere, host, controlHost }, called('localhost:4011', '127.0.0.1'));
  expect(address).toEqual({ url });
});

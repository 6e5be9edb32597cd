import { startForwarding } from '../../src/traffic/proxy/forward/forwarding.ts';
import { readUpstream } from '../../src/traffic/proxy/forward/upstream.ts';

/** `forward-only.ts UPSTREAM`: the forwarding part of `proxy UPSTREAM`, which keeps each exchange and judges none. */
const { origin } = await startForwarding({
  upstream: readUpstream(`${process.argv[2]}/v1`),
  host: '127.0.0.1',
  port: 0,
  timeoutMs: 30_000,
  keepBytes: 1024 * 1024,
  onExchange: () => undefined,
});
console.log(`ready: ${origin}`);

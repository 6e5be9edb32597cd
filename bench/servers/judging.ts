import { readCriteria } from '../../src/contract/criteria.ts';
import { readUpstream } from '../../src/traffic/proxy/forward/upstream.ts';
import { startProxy } from '../../src/traffic/proxy/start-proxy.ts';

/** `judging.ts UPSTREAM`: what `proxy UPSTREAM` does with traffic, its thread that judges included. */
const { origin } = await startProxy({
  upstream: readUpstream(`${process.argv[2]}/v1`),
  host: '127.0.0.1',
  port: 0,
  timeoutMs: 30_000,
  keepBytes: 1024 * 1024,
  criteria: readCriteria({}),
});
console.log(`ready: ${origin}`);

import { argv, env } from 'node:process';
import { clients } from './clients/clients.ts';
import { countInFile, createFlakyClient } from './clients/flaky-client.ts';

// Runs one bench client as COMMAND of `matrix`: node test/matrix/run-client.ts NAME. The name `flaky:FILE` is a flaky client
// that counts its runs in a file.

const { STORE_ORDERS_URL: origin, STORE_ORDERS_API_KEY: apiKey } = env;
if (origin === undefined || apiKey === undefined) throw new Error('run this program by `matrix`');

const name = argv[2] ?? '';
const run = name.startsWith('flaky:') ? flaky(name.slice('flaky:'.length)) : clients[name]?.run;
if (run === undefined) throw new Error(`there is no client "${name}"`);
await run({ origin, apiKey });

function flaky(file: string) {
  return createFlakyClient({ seed: '1', probability: 0.3, count: () => countInFile(file) });
}

import { startValkey } from './start-valkey.ts';

/** Starts a server in which every simulator of the tests has a part of its own: see `openTestSimulator`. */
export async function setup(): Promise<() => Promise<void>> {
  const valkey = await startValkey();
  process.env.TEST_STORE = `valkey://127.0.0.1:${valkey.port}`;
  return async () => valkey[Symbol.asyncDispose]();
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startShell } from '../../../support/run-program.ts';

/**
 * A server that was written from the specification alone, without a look at this project. README.md beside it lists what
 * it decided where the specification is silent: every difference from the simulator must be the choice of a gap.
 */
const server = fileURLToPath(new URL('server.py', import.meta.url));
export const apiKey = 'key-of-the-servers';

const count = 40;
export const orders = Array.from({ length: count }, (_, at) => ({
  id: at % 4 === 3 ? 9_223_372_036_854_775_807n - BigInt(at) : BigInt(at * 7 - 30),
  shipped: at % 5 === 0,
}));
const fields = '"petId": 7, "quantity": 2, "shipDate": "2026-01-20T10:00:00Z", "complete": false';

/** Starts a server on a free port, and returns its base address. */
export async function startIndependent(): Promise<string> {
  const temporary = mkdtempSync(join(tmpdir(), 'independent-'));
  const file = join(temporary, 'orders.json');
  const texts = orders.map(({ id, shipped }) => `{"order": {"id": ${id}, ${fields}}, "shipped": ${shipped}}`);
  writeFileSync(file, `[${texts.join(',')}]`);
  const program = startShell(`exec python3 '${server}' --port 0 --orders '${file}' --key ${apiKey}`, {
    HOME: homedir(),
  });
  const [ready] = await program.said(/listening on (\S+)/g);
  return ready?.[1] ?? '';
}

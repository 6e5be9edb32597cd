import { captureCommand } from '../../../src/cli/capture.ts';
import { serverKey } from '../../check/mutants/honest-server.ts';
import { mostMemory } from './most-memory.ts';

/**
 * A capture in its own process: `measured-capture.ts URL FILE`, started with an IPC channel. Sends what it prints and the
 * most memory that the process had.
 */
const [url = '', file = ''] = process.argv.slice(2);
let said = '';
const command = captureCommand({
  env: { STORE_ORDERS_API_KEY: serverKey },
  out: { write: (text) => (said += text) },
});
await command.parseAsync([url, '--out', file, '--max-body', '200M', '--timeout', '2m'], { from: 'user' });
process.send?.({ said, memory: mostMemory() });
process.disconnect?.();

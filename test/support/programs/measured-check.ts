import { checkContract } from '../../../src/check/check-contract.ts';
import { serverKey } from '../../check/mutants/honest-server.ts';
import { mostMemory } from './most-memory.ts';

/**
 * A check in its own process: `measured-check.ts URL [LEVEL]`, started with an IPC channel. Sends the exit code, the reason
 * of an incomplete check, the number of findings of each broken rule, and the most memory that the process had.
 */
const [url = '', level = 'observe'] = process.argv.slice(2);
if (level !== 'observe' && level !== 'probe') throw new Error(`no level ${level}`);
const { exitCode, incomplete, rules } = await checkContract({ url, apiKey: serverKey, level });
const counts = rules.flatMap((result) => (result.kind === 'failed' ? [[result.rule, result.findings]] : []));
process.send?.({
  exitCode,
  incomplete: incomplete?.message,
  counts: Object.fromEntries(counts),
  memory: mostMemory(),
});
process.disconnect?.();

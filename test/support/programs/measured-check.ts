import { existsSync, readFileSync } from 'node:fs';
import { checkContract } from '../../../src/check/check-contract.ts';
import { serverKey } from '../../check/mutants/honest-server.ts';

/** The most memory that this process had, in KiB. Linux also counts that of the parent in `maxRSS`. */
function mostMemory(): number {
  const status = '/proc/self/status';
  const peak = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return Number(peak ?? process.resourceUsage().maxRSS);
}

/**
 * A check in its own process: `measured-check.ts URL`, started with an IPC channel. Sends the exit code, the reason of an
 * incomplete check, the number of findings of each broken rule, and the most memory that the process had, in bytes.
 */
const { exitCode, incomplete, rules } = await checkContract({
  url: process.argv[2] ?? '',
  apiKey: serverKey,
});
const counts = rules.flatMap((result) => (result.kind === 'failed' ? [[result.rule, result.findings]] : []));
process.send?.({
  exitCode,
  incomplete: incomplete?.message,
  counts: Object.fromEntries(counts),
  memory: mostMemory() * 1024,
});
process.disconnect?.();

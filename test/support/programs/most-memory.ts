import { existsSync, readFileSync } from 'node:fs';

/**
 * Returns the most memory that this process had, in bytes. Linux also counts the memory of the parent in `maxRSS`, which it
 * has until the program is loaded.
 */
export function mostMemory(): number {
  const status = '/proc/self/status';
  const peak = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return Number(peak ?? process.resourceUsage().maxRSS) * 1024;
}

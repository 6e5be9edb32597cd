import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';
import type { MemoryReading, MemorySource } from './memory-guard.ts';

export function createProcessMemory(): MemorySource {
  const limit = containerLimit();
  const heapLimit = Math.min(getHeapStatistics().heap_size_limit, oldSpaceLimit());
  return {
    heap: () => ({ used: getHeapStatistics().used_heap_size, limit: heapLimit }),
    container: () => (limit === undefined ? undefined : { used: containerUse() - freeInHeap(), limit }),
    collect: () => collectGarbage('major'),
    now: () => performance.now(),
  };
}

/**
 * The value of `--max-old-space-size` in bytes. V8 adds the space of young objects to its limit, which this flag does not
 * make smaller: up to 192 MiB, in which nothing stays.
 */
function oldSpaceLimit(): number {
  // biome-ignore lint/style/noProcessEnv: flags of Node.js, which are no settings of ours.
  const flags = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ');
  const [, mebibytes] = [...flags.matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1) ?? [];
  return mebibytes === undefined ? Number.POSITIVE_INFINITY : Number(mebibytes) * 1024 * 1024;
}

function containerLimit(): number | undefined {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : undefined;
}

/** Returns what the heap keeps for new objects: V8 gives little of it back to the system. */
function freeInHeap(): number {
  const { total_physical_size: taken, used_heap_size: used } = getHeapStatistics();
  return Math.max(0, taken - used);
}

/** The files of both versions of control groups, as a container sees its own. */
const controlGroups = [
  {
    used: '/sys/fs/cgroup/memory.current',
    stat: '/sys/fs/cgroup/memory.stat',
    file: /^(?:in)?active_file (\d+)$/gm,
  },
  {
    used: '/sys/fs/cgroup/memory/memory.usage_in_bytes',
    stat: '/sys/fs/cgroup/memory/memory.stat',
    file: /^total_(?:in)?active_file (\d+)$/gm,
  },
] as const;

/** Returns what the kernel cannot reclaim, in bytes: everything except the cache of files. */
function containerUse(): MemoryReading['used'] {
  for (const { used, stat, file } of controlGroups) {
    try {
      const cached = [...readFileSync(stat, 'utf8').matchAll(file)];
      return Number(readFileSync(used, 'utf8')) - cached.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
    } catch {
      // The other version, or a sandbox without either.
    }
  }
  return process.memoryUsage.rss();
}

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of its 128 MiB: the memory of 32 MiB with the speed of 128. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Keeps V8 from growing the young generation of this process beyond 32 MiB, which it does because journals keep exchanges alive
 * for a while. V8 reads `--max-semi-space-size` only before any code runs, but the factor at each collection.
 * Does nothing if such a flag was given, as in the image.
 */
export function limitYoungGeneration(): void {
  // Bun and Deno report no collections.
  if ('bun' in process.versions || 'deno' in process.versions) return;
  if (process.execArgv.some((flag) => flag.includes('semi-space'))) return;
  let grows = true;
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    // V8 shrinks it when the process has nothing to do; then it must grow again.
    const mayGrow = (space?.space_size ?? 0) < mostBytes;
    if (mayGrow !== grows) setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    grows = mayGrow;
  });
  observer.observe({ entryTypes: ['gc'] });
}

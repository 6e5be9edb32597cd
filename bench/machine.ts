import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Whether a program is installed. */
export function has(program: string): boolean {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
}

/** Which cores servers and load generators run on, where they can be told. */
export type Core = 'server' | 'load';

const cores = availableParallelism();
const pins = has('taskset') && cores > 1;
const numberOf: Readonly<Record<Core, string>> = { server: '0', load: '1' };

/** A command that stays on a core: servers on the first, load on the second, so that neither slows the other. */
export function pinned(command: readonly string[], core: Core): readonly string[] {
  return pins ? ['taskset', '-c', numberOf[core], ...command] : command;
}

/** Keeps this process on a core until the end of a block, where it makes the load itself. */
export function pinThisProcess(core: Core): Disposable {
  const keepOn = (list: string): void => {
    if (pins) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, `${process.pid}`]);
  };
  keepOn(numberOf[core]);
  return { [Symbol.dispose]: () => keepOn(`0-${cores - 1}`) };
}

/** The CPU time that all threads of a process have had, in seconds; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce((sum, thread) => sum + nanoseconds(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1e9
    );
  } catch {
    return Number.NaN;
  }
}

function nanoseconds(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ', 1)[0]);
}

/** The memory of a process that is in RAM, in MiB; NaN where the system does not tell. */
export function residentMiB(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}

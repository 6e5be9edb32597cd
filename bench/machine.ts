import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Returns true if a program is installed. */
export function has(program: string): boolean {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
}

/** The cores for servers and load generators. */
export type Core = 'server' | 'load';

const cores = availableParallelism();
const pins = has('taskset') && cores > 1;
const numberOf: Readonly<Record<Core, string>> = { server: '0', load: '1' };

/** Returns a command that runs on one core: servers on the first, load generators on the second. */
export function pinned(command: readonly string[], core: Core): readonly string[] {
  return pins ? ['taskset', '-c', numberOf[core], ...command] : command;
}

/** Keeps this process on one core until it is disposed of. */
export function pinThisProcess(core: Core): Disposable {
  const keepOn = (list: string): void => {
    if (pins) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, `${process.pid}`]);
  };
  keepOn(numberOf[core]);
  return { [Symbol.dispose]: () => keepOn(`0-${cores - 1}`) };
}

/** Returns the CPU time of all threads of a process in seconds, or NaN if the system does not report it. */
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

/** Returns the resident memory of a process in MiB, or NaN if the system does not report it. */
export function residentMiB(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}

import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The process groups that this process started. On Windows, which has none, the trees below the started processes. */
export type ProcessGroups = ReturnType<typeof createProcessGroups>;

const pauseMs = 10;
/** How long to wait for killed processes: one that waits for a disk or a network drive ends later. */
const killedMs = 500;

export function createProcessGroups() {
  const leaders = new Set<number>();
  const isGone = async (leader: number, withinMs: number): Promise<boolean> => {
    const until = performance.now() + withinMs;
    while (signalGroup(leader, 0)) {
      if (performance.now() >= until) return false;
      await sleep(pauseMs);
    }
    return true;
  };
  return {
    /** Adds the group that a detached process leads. */
    add: (leader: number): void => {
      leaders.add(leader);
    },
    /** Ends every process of a group: with SIGTERM, after `graceMs` with SIGKILL. Resolves when none is left. */
    end: async (leader: number, graceMs: number): Promise<void> => {
      signalGroup(leader, 'SIGTERM');
      if (!(await isGone(leader, graceMs))) {
        signalGroup(leader, 'SIGKILL');
        await isGone(leader, killedMs);
      }
      leaders.delete(leader);
    },
    killAll: (): void => {
      for (const leader of leaders) signalGroup(leader, 'SIGKILL');
      leaders.clear();
    },
  };
}

/** Sends a signal to every process of a group. Returns false if the group is empty. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') return signalTree(leader, signal);
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    // EPERM: a process of the group belongs to another user, as after sudo.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Windows has no signals: SIGTERM ends a tree of processes as SIGKILL does. */
function signalTree(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (signal !== 0)
    return spawnSync('taskkill', ['/pid', `${leader}`, '/T', '/F'], { stdio: 'ignore' }).status === 0;
  try {
    return process.kill(leader, 0);
  } catch {
    return false;
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawFraction } from '../../src/draw.ts';
import { controlToken, testKey } from '../helpers/open-test-simulator.ts';
import { main, startProgram } from '../helpers/run-program.ts';
import { findViolations, ids, type Target } from './shared-history.ts';
import { startValkey } from './start-valkey.ts';

/** A simulator in a process of its own, which can be killed; another one takes its place. */
type Replica = Target & {
  /** Ends the process at once, unless it is starting. */
  kill(): boolean;
  /** Resolves when the process is ready. */
  ready(): Promise<void>;
};

async function startReplica(args: readonly string[]): Promise<Replica> {
  const start = () => startProgram(main, ['serve', ...args, '--port', '0', '--control-port', '0']);
  const addressesOf = async (program: ReturnType<typeof start>): Promise<Target> => {
    const [found] = await program.said(/ready: (http:\S+?)\/v1[\s\S]*?(http:\S+) \(control\)/g);
    return { serviceOrigin: found?.[1] ?? '', controlUrl: found?.[2] ?? '' };
  };
  let program = start();
  let current = await addressesOf(program);
  let starting: Promise<void> | undefined;
  return {
    get serviceOrigin() {
      return current.serviceOrigin;
    },
    get controlUrl() {
      return current.controlUrl;
    },
    kill: () => {
      if (starting !== undefined) return false;
      program.child.kill('SIGKILL');
      program = start();
      starting = addressesOf(program).then((target) => {
        current = target;
        starting = undefined;
      });
      return true;
    },
    ready: async () => starting,
  };
}

test.each([0, 1])(
  'three replicas are one register while they are killed and started again, seed %i',
  async (seed) => {
    await using valkey = await startValkey();
    const folder = await mkdtemp(join(tmpdir(), 'killed-replicas-'));
    const scenario = join(folder, 'six.json');
    await writeFile(scenario, JSON.stringify({ orders: ids.map((id) => ({ id: Number(id) })) }));
    const gaps = ['cancelled-in-list=remove', 'cancel-again=conflict', 'conflict-body=error'];
    const args = [
      ...['--scenario', scenario, '--store', valkey.address(), '--api-key', testKey],
      ...['--control-token', controlToken, ...gaps.flatMap((gap) => ['--gap', gap])],
    ];
    const replicas = await Promise.all([0, 1, 2].map(() => startReplica(args)));
    let kills = 0;
    const violations = await findViolations(
      `${seed}`,
      replicas,
      { operations: 30 },
      async (replica, label) => {
        // Most clients meet the killed process, the others the one that takes its place.
        if (drawFraction(label, 'wait') < 0.3) await replica.ready();
        if (kills < 4 && drawFraction(label, 'kill') < 0.06 && replica.kill()) kills++;
      },
    );
    expect([violations, kills]).toEqual([[], 4]);
    await Promise.all(replicas.map((replica) => replica.ready()));
    await rm(folder, { recursive: true });
  },
);

// A process of a simulator with a shared store, for tests that kill and stop it: `node served-process.ts URL PORT PORT BUG`.
import { EnvironmentStore } from '../../../src/simulator/environment/store/environment-store.ts';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';

type Save = EnvironmentStore['save'];

/** Bugs of a process: each must be found by the judge of histories. */
const bugs: Readonly<Record<string, () => void>> = {
  'response before confirmation': () => {
    const { save } = EnvironmentStore.prototype;
    const sent = new Map<string, ReturnType<Save>>();
    EnvironmentStore.prototype.save = async function (...[name, token, at, record]: Parameters<Save>) {
      const before = sent.get(token);
      const now = save.call(this, name, token, at, record);
      sent.set(token, now);
      now.catch(() => {});
      return before ?? 'ok';
    };
  },
  'no check for reads': () => {
    const { save } = EnvironmentStore.prototype;
    EnvironmentStore.prototype.save = async function (...[name, token, at, record]: Parameters<Save>) {
      return record === undefined ? 'ok' : save.call(this, name, token, at, record);
    };
  },
  'save without the token': () => {
    const { save } = EnvironmentStore.prototype;
    EnvironmentStore.prototype.save = async function (...[name, token, at, record]: Parameters<Save>) {
      const current = record && (await tokenOf(this, name));
      return save.call(this, name, current ?? token, { ...at, before: undefined }, record);
    };
  },
  'changes that are not saved': () => {
    const { save } = EnvironmentStore.prototype;
    let saves = 0;
    EnvironmentStore.prototype.save = async function (...[name, token, at, record]: Parameters<Save>) {
      const isSkipped = record !== undefined && ++saves % 10 === 0;
      return save.call(this, name, token, at, isSkipped ? undefined : record);
    };
  },
  'an older save that arrives late': () => {
    const { save } = EnvironmentStore.prototype;
    const earlier = new Map<string, Parameters<Save>[3]>();
    EnvironmentStore.prototype.save = async function (...[name, token, at, record]: Parameters<Save>) {
      const reply = await save.call(this, name, token, at, record);
      const late = earlier.get(token);
      if (record !== undefined) earlier.set(token, record);
      if (late !== undefined) await save.call(this, name, token, { ...at, before: undefined }, late);
      return reply;
    };
  },
};

/** Reads the token of the owner, as no process does. */
async function tokenOf(store: EnvironmentStore, name: string): Promise<string | undefined> {
  const summary = await store.claim(name, 0);
  return summary?.token;
}

export const bugNames: readonly string[] = Object.keys(bugs);

if (import.meta.main) {
  const [, , store = '', port = '0', controlPort = '0', bug = ''] = process.argv;
  bugs[bug]?.();
  await startSimulator({
    store,
    port: Number(port),
    controlPort: Number(controlPort),
    controlToken: 'token-of-the-tests',
    scenario: { orders: Array.from({ length: 1_000 }, (_, at) => ({ id: at + 1 })) },
    gaps: { 'cancelled-in-list': 'remove', 'cancel-again': 'conflict', 'conflict-body': 'error' },
    onStore: () => {},
  });
  process.stdout.write('ready\n');
}

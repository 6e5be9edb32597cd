import { EnvironmentStore } from '../../../src/simulator/environment/store/environment-store.ts';
import { Ownership } from '../../../src/simulator/environment/store/ownership.ts';

type Save = EnvironmentStore['save'];

/** Bugs of a process: each must be found by the judge of histories. */
const bugs: Readonly<Record<string, () => void>> = {
  'response before confirmation': () => {
    const { confirm } = Ownership.prototype;
    Ownership.prototype.confirm = async function () {
      // At the end of a test, the store is away.
      confirm.call(this).catch(() => {});
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

/** Plants a bug in this process. */
export function plant(name: string): void {
  bugs[name]?.();
}

import { EnvironmentStore } from '../../../src/simulator/environment/store/environment-store.ts';

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

/** Plants a bug in this process. */
export function plant(name: string): void {
  bugs[name]?.();
}

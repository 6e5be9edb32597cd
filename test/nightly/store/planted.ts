import { type Known, LogStore } from '../../../src/simulator/environment/log/log-store.ts';

type Append = LogStore['append'];

/** Bugs of a process: each must be found by the judge of histories. */
const bugs: Readonly<Record<string, (append: Append) => Append>> = {
  'unconditional append': (append) => {
    // Where its last entry is: after those that it was not told.
    let last: Known | undefined;
    return async function (this: LogStore, place, known, mine, changes, state) {
      for (let at = known.id === last?.id ? last : known; ; ) {
        const reply = await append.call(this, place, at, mine, changes, state);
        if (reply.kind === 'ok' && changes !== '') last = { seq: at.seq + 1, id: mine };
        if (reply.kind !== 'behind' || changes === '') return reply;
        at = reply.since.at(-1) ?? at;
      }
    };
  },
  'reply lost and decided again': (append) => {
    let calls = 0;
    return async function (this: LogStore, place, known, mine, changes, state) {
      if (changes === '' || ++calls % 20 !== 0) return append.call(this, place, known, mine, changes, state);
      // Its own entry is not recognised.
      await append.call(this, place, known, `${mine}-`, changes, state);
      return append.call(this, place, known, mine, '', undefined);
    };
  },
  'entry skipped': (append) => {
    let calls = 0;
    return async function (this: LogStore, place, known, mine, changes, state) {
      const reply = await append.call(this, place, known, mine, changes, state);
      if (reply.kind !== 'behind' || ++calls % 20 !== 0) return reply;
      return { kind: 'behind', since: reply.since.map((entry) => ({ ...entry, text: '' })) };
    };
  },
  'response before append': (append) =>
    async function (this: LogStore, place, known, mine, changes, state) {
      const reply = append.call(this, place, known, mine, changes, state);
      // At the end of a test, the store is away.
      reply.catch(() => {});
      if (changes !== '' && state === undefined) return { kind: 'ok' };
      return reply;
    },
};

export const bugNames: readonly string[] = Object.keys(bugs);

/** Puts a bug into this process. */
export function plant(name: string): void {
  const bug = bugs[name];
  if (bug !== undefined) LogStore.prototype.append = bug(LogStore.prototype.append);
}

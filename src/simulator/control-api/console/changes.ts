import type { EnvironmentChange, ExchangeBatch } from '../../../control-api.ts';
import type { Environment, EnvironmentState } from '../../environment/environment.ts';
import type { Environments } from '../../environment/environments.ts';
import type { Pauses } from '../../environment/pauses.ts';
import type { EndedExchange } from '../../environment/record/exchange-record.ts';
import { summarize } from './exchange-summary.ts';

/** A part of an environment that may be different. */
export type ChangedPart = EnvironmentChange['parts'][number];

/** Something that happened, for the clients that watch. */
export type ConsoleEvent =
  | { readonly kind: 'exchanges'; readonly environment: string; readonly data: ExchangeBatch }
  | { readonly kind: 'changed'; readonly environment: string; readonly data: EnvironmentChange }
  | { readonly kind: 'environments'; readonly environment: undefined; readonly data: Record<never, never> };

export type Changes = ReturnType<typeof createChanges>;

/** The maximum number of exchanges in the events of one call of `take`, and how many of them each further call allows. */
export const maxSummaries = 200;
const moreSummaries = 120;

const everything: readonly ChangedPart[] = [
  'orders',
  'gaps',
  'faults',
  'holds',
  'keys',
  'clock',
  'scenario',
  'journal',
];

/** The newest exchanges of an environment, in a ring, and the number of all of them. */
type Recent = { readonly ring: EndedExchange[]; count: number };
/** What is compared: also another process, a reset, a watched file or a time-out changes it. */
type Seen = {
  readonly environment: Environment;
  readonly pauses: Pauses;
  readonly parts: Readonly<Partial<Record<ChangedPart, unknown>>>;
};

/**
 * Collects what happens in the environments of a simulator between two calls of `take`, with the present as the state to
 * compare with.
 */
export function createChanges(environments: Environments) {
  let recent = new Map<string, Recent>();
  let changes = new Map<string, Set<ChangedPart>>();
  let seen = look(environments);
  let allowed = maxSummaries;

  const changed = (environment: string, parts: readonly ChangedPart[]): void => {
    const before = changes.get(environment);
    if (parts.length === 0) return;
    if (before === undefined) changes.set(environment, new Set(parts));
    else for (const part of parts) before.add(part);
  };
  /** Adds what is different from the last look. Returns whether an environment was created or deleted. */
  const compare = (): boolean => {
    const now = look(environments);
    for (const [name, { environment, pauses, parts }] of now) {
      const before = seen.get(name);
      if (before === undefined) continue;
      if (before.environment !== environment || before.pauses !== pauses) changed(name, everything);
      else changed(name, changedParts(parts, before.parts));
    }
    const others = now.size !== seen.size || [...now.keys()].some((name) => !seen.has(name));
    seen = now;
    return others;
  };

  return {
    /** Adds an exchange that has ended. Every request calls it while somebody watches. */
    exchange: (ended: EndedExchange): void => {
      const { environment, entry, state } = ended;
      const before = recent.get(environment);
      if (before === undefined) recent.set(environment, { ring: [ended], count: 1 });
      else before.ring[before.count++ % maxSummaries] = ended;
      changed(environment, changedBy(entry, state));
    },
    /** Returns what happened since the last call: at most one event of each kind for each environment. */
    take: (): readonly ConsoleEvent[] => {
      const others = compare();
      const events: ConsoleEvent[] = others
        ? [{ kind: 'environments', environment: undefined, data: {} }]
        : [];
      let left = recent.size;
      for (const [environment, one] of recent) {
        const data = toBatch(environment, one, Math.floor(allowed / left--));
        allowed -= data.exchanges.length;
        events.push({ kind: 'exchanges', environment, data });
      }
      allowed = Math.min(allowed + moreSummaries, maxSummaries);
      for (const [environment, parts] of changes)
        events.push({ kind: 'changed', environment, data: { environment, parts: [...parts] } });
      recent = new Map();
      changes = new Map();
      return events;
    },
  };
}

function look(environments: Environments): ReadonlyMap<string, Seen> {
  return new Map(
    environments.all().flatMap((environment) => {
      const { state } = environment;
      return [[environment.name, { environment, pauses: state.pauses, parts: partsOf(state) }]];
    }),
  );
}

/** Values that are others after each change. */
function partsOf(state: EnvironmentState): Seen['parts'] {
  const { store, choices, faults, keys, clock, journal, holds } = state;
  return {
    clock: clock.saved,
    orders: store.list().revision,
    gaps: choices.settings,
    faults: faults.saved,
    holds: holds.any ? holdsOf(state) : '',
    keys: keys.saved,
    journal: journal.clears,
  };
}

function changedParts(now: Seen['parts'], before: Seen['parts']): readonly ChangedPart[] {
  const changed = everything.filter((part) => now[part] !== before[part]);
  // What becomes due with the time.
  return changed.includes('clock') ? ['clock', 'orders', 'keys', 'faults', ...changed] : changed;
}

function holdsOf({ holds }: EnvironmentState): string {
  return holds
    .list()
    .map(({ id, held, waiting }) => [id, held, ...waiting.map(({ exchange }) => exchange)].join(','))
    .join(';');
}

const none: readonly ChangedPart[] = [];

function changedBy(
  { cancel, faults }: EndedExchange['entry'],
  { initial }: EndedExchange['state'],
): readonly ChangedPart[] {
  // Orders that ship by themselves ship when a request looks at them.
  const orders = cancel === 'cancelled' || initial.ships.length > 0;
  if (!orders && faults.length === 0) return none;
  return [...(orders ? (['orders'] as const) : []), ...(faults.length > 0 ? (['faults'] as const) : [])];
}

/** Shows the newest exchanges, at most `most`, so that they take at most a fiftieth of the time of the event loop. */
function toBatch(environment: string, { ring, count }: Recent, most: number): ExchangeBatch {
  const oldest = count > maxSummaries ? count % maxSummaries : 0;
  const inOrder = [...ring.slice(oldest), ...ring.slice(0, oldest)];
  const exchanges = inOrder.slice(Math.max(inOrder.length - most, 0)).map(summarize);
  return { environment, exchanges, dropped: count - exchanges.length };
}

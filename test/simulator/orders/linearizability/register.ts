/** `absent`: it is not placed yet. */
type Status = 'absent' | 'pending' | 'shipped' | 'cancelled';

/**
 * What an operation shows about one order: the statuses it can have met, and the one it sets, if any. With an object, the status
 * set depends on the one met, and is the same for those that it does not name.
 */
export type Effect = {
  readonly met: readonly Status[];
  readonly leaves?: Status | Partial<Record<Status, Status>>;
};

/**
 * An operation on one order, with its begin and its end on a growing counter. An operation whose outcome its client never
 * learned ends at infinity: it takes effect at any time, or never.
 */
export type RegisterOperation = { readonly begin: number; readonly end: number; readonly effect: Effect };

type Event = { readonly at: number; readonly operation: number; readonly kind: 'begin' | 'end' };
/** One possible state of the order, with the open operations that have taken effect in it. */
type Config = { readonly state: Status; readonly done: ReadonlySet<number> };

/**
 * Looks for an order of events in which every operation takes effect between its begin and its end and meets a status that
 * it reports. Returns the operation at which no such order is left, or undefined.
 *
 * The algorithm goes through begins and ends in time and keeps every configuration that is still possible. An operation
 * that changes nothing counts as done as soon as the status fits; this never excludes anything.
 */
export function findViolation(
  operations: readonly RegisterOperation[],
  first: Status,
): RegisterOperation | undefined {
  const events: Event[] = operations.flatMap(({ begin, end }, operation) => [
    { at: begin, operation, kind: 'begin' as const },
    ...(end === Number.POSITIVE_INFINITY ? [] : [{ at: end, operation, kind: 'end' as const }]),
  ]);
  events.sort((one, other) => one.at - other.at);
  const pending = new Set<number>();
  const effectOf = (operation: number): Effect => operations[operation]?.effect ?? { met: [] };
  const before = sameBefore(operations);
  let configs: readonly Config[] = [{ state: first, done: new Set() }];
  for (const { operation, kind } of events) {
    if (kind === 'begin') {
      pending.add(operation);
      configs = configs.map((config) => settle(config, [operation], effectOf));
      continue;
    }
    if (!configs.every(({ done }) => done.has(operation)))
      configs = reach(configs, [...pending], before, effectOf);
    pending.delete(operation);
    configs = unique(
      configs.filter(({ done }) => done.has(operation)).map((config) => without(config, operation)),
    );
    if (configs.length === 0) return operations[operation];
  }
  return undefined;
}

/**
 * Returns for each operation without an end the one before it with the same effect. If only one of the two takes effect, it may
 * as well be the one before, so that their order needs no search.
 */
function sameBefore(operations: readonly RegisterOperation[]): ReadonlyMap<number, number> {
  const last = new Map<string, number>();
  const before = new Map<number, number>();
  const begun = [...operations.keys()].sort(
    (one, other) => (operations[one]?.begin ?? 0) - (operations[other]?.begin ?? 0),
  );
  for (const operation of begun) {
    const { end, effect } = operations[operation] ?? {};
    if (end !== Number.POSITIVE_INFINITY) continue;
    const key = JSON.stringify(effect);
    const earlier = last.get(key);
    if (earlier !== undefined) before.set(operation, earlier);
    last.set(key, operation);
  }
  return before;
}

/** Marks the operations that change nothing and fit the state. */
function settle(config: Config, among: Iterable<number>, effectOf: (operation: number) => Effect): Config {
  const done = new Set(config.done);
  for (const operation of among) {
    const { met, leaves } = effectOf(operation);
    if (leaves === undefined && met.includes(config.state)) done.add(operation);
  }
  return done.size === config.done.size ? config : { state: config.state, done };
}

/** Returns every configuration that pending changes can reach, in any order. */
function reach(
  configs: readonly Config[],
  pending: readonly number[],
  before: ReadonlyMap<number, number>,
  effectOf: (operation: number) => Effect,
): readonly Config[] {
  const found = new Map(configs.map((config) => [keyOf(config), config]));
  for (const { state, done } of found.values()) {
    for (const operation of pending) {
      const { met, leaves } = effectOf(operation);
      const earlier = before.get(operation);
      if (earlier !== undefined && !done.has(earlier)) continue;
      if (leaves === undefined || done.has(operation) || !met.includes(state)) continue;
      const after = typeof leaves === 'string' ? leaves : (leaves[state] ?? state);
      const next = settle({ state: after, done: new Set([...done, operation]) }, pending, effectOf);
      if (!found.has(keyOf(next))) found.set(keyOf(next), next);
    }
  }
  return [...found.values()];
}

function without({ state, done }: Config, operation: number): Config {
  const rest = new Set(done);
  rest.delete(operation);
  return { state, done: rest };
}

function unique(configs: readonly Config[]): readonly Config[] {
  return configs.length < 2
    ? configs
    : [...new Map(configs.map((config) => [keyOf(config), config])).values()];
}

function keyOf({ state, done }: Config): string {
  return `${state} ${[...done].sort((one, other) => one - other).join()}`;
}

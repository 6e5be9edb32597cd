import { type Effect, findViolation } from '../../simulator/orders/linearizability/register.ts';

/** What a client asked for. A `put`, which creates or replaces the environment, and a `load` bring a generation of orders. */
export type Asked = {
  readonly kind: 'cancel' | 'list' | 'put' | 'load' | 'reset' | 'delete';
  readonly environment: string;
  /** That of the new orders, or of the order. In production it is 0. */
  readonly generation: number;
  readonly id: number;
};

/** A request with its outcome. The status is 0 if there was no response. */
export type Done = Asked & {
  readonly begin: number;
  readonly end: number;
  readonly status: number;
  /** The ids of a list. */
  readonly ids: ReadonlySet<number>;
};

/** How many orders production has: those of generation 0, with the ids from 1 on. */
export const orderCount = 1_000;
/** How many ids a later generation has. */
export const generationSize = 100;
const generationOf = (id: number): number =>
  id <= orderCount ? 0 : Math.floor((id - orderCount) / generationSize);
/** The first id of a later generation. */
export const firstId = (generation: number): number => orderCount + generation * generationSize;

export const isKnown = ({ status }: Done): boolean => [200, 201, 204, 404, 409].includes(status);

/**
 * Returns what no order of events explains. Each order is judged as a register, which is absent unless its generation is that of
 * the environment.
 */
export function judge(all: readonly Done[]): readonly string[] {
  return [...new Set(all.map(({ environment }) => environment))].flatMap((environment) =>
    judgeRegisters(all.filter((one) => one.environment === environment)),
  );
}

function judgeRegisters(done: readonly Done[]): readonly string[] {
  const orders = new Set(done.filter(({ kind }) => kind === 'cancel').map(({ id }) => id));
  return [...orders].flatMap((id) => {
    const brought = done.find(({ kind, generation }) => isBringing(kind) && generation === generationOf(id));
    const operations = done.flatMap((one) => {
      // A change that a client did not see made may still be made, by a call that is under way.
      const end = isKnown(one) ? one.end : Number.POSITIVE_INFINITY;
      const effect = end < (brought?.begin ?? 0) ? undefined : effectOn(id, one);
      return effect === undefined ? [] : [{ begin: one.begin, end, effect, one }];
    });
    const violation = findViolation(operations, generationOf(id) === 0 ? 'pending' : 'absent');
    return violation === undefined ? [] : [`order ${id}: ${JSON.stringify(violation)}`];
  });
}

const isBringing = (kind: Done['kind']): boolean => kind === 'put' || kind === 'load';

/** Returns what an operation shows of an order, and does to it. An unknown outcome is only of interest if it has an effect. */
function effectOn(id: number, done: Done): Effect | undefined {
  const { kind, status, ids, generation } = done;
  const [known, mine] = [isKnown(done), generation === generationOf(id)];
  if (kind === 'list') return known ? { met: [metInList(id, status, ids)] } : undefined;
  if (kind === 'cancel') return effectOfCancel(id, done, mine);
  if (status === 404 || (kind === 'put' && status === 201 && !mine)) return { met: ['absent'] };
  if (kind === 'reset')
    return known
      ? { met: ['absent', 'pending', 'cancelled'], leaves: { cancelled: 'pending' } }
      : { met: ['cancelled'], leaves: 'pending' };
  if (isBringing(kind) && mine)
    return { met: status === 201 ? ['absent'] : ['absent', 'pending', 'cancelled'], leaves: 'pending' };
  return { met: known ? ['absent', 'pending', 'cancelled'] : ['pending', 'cancelled'], leaves: 'absent' };
}

function metInList(id: number, status: number, ids: ReadonlySet<number>): 'absent' | 'pending' | 'cancelled' {
  if (status === 404) return 'absent';
  if (ids.has(id)) return 'pending';
  // A list has at least the order that no client cancels.
  const [first = 0] = ids;
  return generationOf(first) === generationOf(id) ? 'cancelled' : 'absent';
}

function effectOfCancel(id: number, done: Done, mine: boolean): Effect | undefined {
  const { status } = done;
  const isSame = done.id === id;
  if (status === 404) return mine ? { met: ['absent'] } : undefined;
  if (status === 204 || status === 409) {
    if (!mine) return { met: ['absent'] };
    if (!isSame) return { met: ['pending', 'cancelled'] };
    return status === 409 ? { met: ['cancelled'] } : { met: ['pending'], leaves: 'cancelled' };
  }
  return isSame ? { met: ['pending'], leaves: 'cancelled' } : undefined;
}

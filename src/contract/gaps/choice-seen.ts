import { isServed, type ObservableGap } from './gap-choices.ts';

/** What the observations of one gap say about its choice. */
export type ChoiceSeen =
  | { readonly kind: 'choice'; readonly choice: string }
  /** The observations agree with several choices, or with none. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** The target chose differently for different requests, or shows something that is no choice. */
  | { readonly kind: 'inconsistent'; readonly why: string };

/**
 * What is read of an observation. `exchange` is the number of the exchange that showed it first, if that is known; `times`
 * how many exchanges did.
 */
type Observation = {
  readonly observed: string;
  readonly exchange?: number | undefined;
  readonly times: number;
};

type Read = (observations: readonly Observation[]) => ChoiceSeen;

const choice = (name: string): ChoiceSeen => ({ kind: 'choice', choice: name });
const unknown = (why: string): ChoiceSeen => ({ kind: 'unknown', why });

/** Every observation is the name of a choice. */
const byName: Read = (observations) => {
  const names = [...new Set(observations.map(({ observed }) => observed))];
  const [name] = names;
  if (names.length === 1 && name !== undefined) return choice(name);
  return { kind: 'inconsistent', why: `observed ${names.join(' and ')}` };
};

/** Fields only in an Error, or only in an order, are no choice. */
const readExtraFields: Read = (observations) =>
  byName(
    observations.map((one) => ({ ...one, observed: one.observed.startsWith('none') ? 'none' : 'some' })),
  );

const readOptionalFields: Read = (observations) =>
  observations.every(({ observed }) => observed.startsWith('all'))
    ? choice('as-stored')
    : unknown(
        'some orders lack fields: either they are stored without them, or each response leaves some out',
      );

/** Forms that one list has together are those of its orders, not a choice of the target. */
const readDateForm: Read = (observations) => {
  const forms = new Set(observations.map(({ observed }) => observed));
  const lists = new Set(observations.map(({ exchange }) => exchange));
  if (forms.has('another form')) return unknown('some dates have another form than those of the choices');
  return forms.size > 1 && lists.size === 1 ? choice('as-written') : byName(observations);
};

/** Our names of the codes by status: the choice `named`. */
export const ownCodes: Readonly<Record<string, readonly string[]>> = {
  401: ['unauthorized'],
  404: ['order_not_found'],
  409: ['order_already_shipped', 'order_already_cancelled'],
};

const readCodes: Read = (observations) => {
  const byStatus = Map.groupBy(observations, statusOf);
  const pairs: string[] = [];
  let several = false;
  for (const [status, own] of Object.entries(ownCodes)) {
    const codes = (byStatus.get(status) ?? []).map(codeOf);
    if (codes.every((code) => own.includes(code))) continue;
    const distinct = new Set(codes).size;
    if (distinct > own.length) return choice('opaque');
    several ||= distinct > 1;
    pairs.push(...own.map((name) => `${name}=${codes[0]}`));
  }
  if (!Object.keys(ownCodes).some((status) => byStatus.has(status)))
    return unknown('only codes of other statuses were seen');
  if (pairs.length === 0) return choice('named');
  if (several) return unknown('a 409 has two codes: one for each reason, or one for each response');
  if (!observations.some(isStable))
    return unknown('each code was seen only once, so that it may be drawn for each response');
  return pairs.some((pair) => !/=[^\s,=…]+$/.test(pair) || /=.*=/.test(pair))
    ? unknown('a code is empty, too long, or has a character that a choice cannot contain')
    : choice(`map:${pairs.join(',')}`);
};

const statusOf = ({ observed }: Observation): string => observed.slice(0, 3);
const codeOf = ({ observed }: Observation): string => observed.slice('404: '.length);

/** Whether a code is not drawn for each response. */
function isStable(observation: Observation): boolean {
  return observation.times > 1 || ownCodes[statusOf(observation)]?.includes(codeOf(observation)) === true;
}

/** Recorded traffic: an order that leaves the list later is not kept. */
const readCancelled: Read = (observations) => {
  const decided = observations.filter(({ observed }) => observed !== 'still listed');
  return decided.length > 0
    ? byName(decided)
    : unknown(
        'lists still had a cancelled order, but not yet the third one and 10 s later: they may be late',
      );
};

const readers: Partial<Readonly<Record<ObservableGap, Read>>> = {
  'cancelled-in-list': readCancelled,
  'list-order': () =>
    unknown('the API does not show the order of placement, and a sorted list may be sorted by chance'),
  'list-lag': (observations) =>
    observations.every(({ observed }) => observed === 'immediate')
      ? choice('immediate')
      : unknown('a list still had a cancelled order: either for some time, or for a number of lists'),
  'extra-fields': readExtraFields,
  'optional-fields': readOptionalFields,
  'ship-date-form': readDateForm,
  'error-codes': readCodes,
};

/** Returns what all observations of one gap say about its choice. There must be at least one. */
export function choiceSeen(gap: ObservableGap, observations: readonly Observation[]): ChoiceSeen {
  const seen = (readers[gap] ?? byName)(observations);
  return seen.kind === 'choice' && !isServed(gap, seen.choice)
    ? { kind: 'inconsistent', why: `observed ${seen.choice}, which is no choice` }
    : seen;
}

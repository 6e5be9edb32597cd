import type { ReceivedResponse } from '../exchange.ts';
import { fieldBits } from '../judge/list-survey.ts';
import {
  byName,
  type ChoiceSeen,
  choice,
  type GapRow,
  type Observation,
  readObject,
  sameChoice,
  shortened,
  unknown,
} from './gap.ts';

const errorFields = ['code', 'message', 'status'];

/** Our names of the codes by status: the choice `named`. */
const ownCodes: Readonly<Record<string, readonly string[]>> = {
  401: ['unauthorized'],
  404: ['order_not_found'],
  409: ['order_already_shipped', 'order_already_cancelled'],
};

function codeIn(response: ReceivedResponse): readonly string[] {
  const code = readObject(response)?.code;
  return typeof code === 'string' ? [`${response.status}: ${shortened(code)}`] : [];
}

/** An observation is a status and a code: `404: order_not_found`. */
const statusOf = ({ observed }: { readonly observed: string }): string => observed.slice(0, 3);
const codeOf = ({ observed }: Observation): string => observed.slice('404: '.length);

const isOwn = (one: Observation): boolean => ownCodes[statusOf(one)]?.includes(codeOf(one)) === true;

/** Reads the codes as `named`, `opaque` or `map:unauthorized=AUTH_01,…`. */
function concludeCodes(observations: readonly Observation[]): ChoiceSeen {
  const seen = observations.filter((one) => statusOf(one) in ownCodes);
  const others = seen.filter((one) => !isOwn(one));
  if (seen.length === 0) return unknown('only codes of other statuses were seen');
  if (others.length === 0) return choice('named');
  const groups = [...Map.groupBy(seen, statusOf)];
  if (others.length === seen.length && seen.every(({ requests }) => requests === 1))
    return groups.some(([status, { length }]) => length > (ownCodes[status]?.length ?? 0))
      ? choice('opaque')
      : unknown('each code was seen only once, so that it may be drawn for each response');
  const several = groups.find(([, codes]) => codes.length > 1 && !codes.every(isOwn));
  if (several !== undefined) {
    const codes = several[1].slice(0, 5).map(codeOf).join(' and ');
    return unknown(`the codes of ${several[0]} are ${codes}: one for each reason, or for each response`);
  }
  const pairs = others.flatMap(
    (one) => ownCodes[statusOf(one)]?.map((name) => `${name}=${codeOf(one)}`) ?? [],
  );
  return pairs.every((pair) => /^\w+=[^\s,=…]+$/.test(pair))
    ? choice(`map:${pairs.join(',')}`)
    : unknown('a code is empty, too long, or has a character that a choice cannot contain');
}

/** A check sees only some codes: each that has another name must have the expected one. */
const agreeCodes: GapRow['agrees'] = (expected, seen) => {
  const pairsOf = (map: string): readonly string[] => map.slice('map:'.length).split(',');
  if (seen.kind !== 'choice' || !expected.startsWith('map:')) return sameChoice(expected, seen);
  if (seen.choice === 'named') return expected.includes('unauthorized=') ? false : undefined;
  return pairsOf(seen.choice).every((pair) => pairsOf(expected).includes(pair));
};

export const bodyGaps = {
  'error-codes': {
    form: /^(?:named|opaque|map:[a-z_]+=[^\s,=]+(?:,[a-z_]+=[^\s,=]+)*)$/,
    observe: ({ response }) => (response.status >= 400 ? codeIn(response) : []),
    conclude: concludeCodes,
    agrees: agreeCodes,
  },
  'optional-fields': {
    form: /^as-stored$/,
    observe({ orders }) {
      if (orders === undefined) return [];
      const missing = Object.entries(fieldBits).flatMap(([name, bit]) =>
        (orders.fieldsInAll & bit) === 0 ? name : [],
      );
      return [missing.length === 0 ? 'all five in every order' : `some orders lack ${missing.join(', ')}`];
    },
    conclude: (observations) =>
      observations.every(({ observed }) => observed.startsWith('all'))
        ? choice('as-stored')
        : unknown(
            'some orders lack fields: either they are stored without them, or each response leaves some out',
          ),
  },
  'extra-fields': {
    form: /^(?:none|some)$/,
    observe({ orders, response }) {
      const error = response.status >= 400 ? readObject(response) : undefined;
      const inError = Object.keys(error ?? {}).filter((name) => !errorFields.includes(name));
      const named = (names: readonly string[]): string => names.slice(0, 5).map(shortened).join(', ');
      if (inError.length > 0) return [`in an Error: ${named(inError)}`];
      if (orders === undefined) return [];
      const inOrders = named([...orders.otherFields]);
      return [inOrders === '' ? 'none in an order' : `in an order: ${inOrders}`];
    },
    // Fields only in an Error, or only in an order, are no choice.
    conclude: (observations) =>
      byName(
        observations.map((one) => ({ ...one, observed: one.observed.startsWith('none') ? 'none' : 'some' })),
      ),
  },
  'ship-date-form': {
    form: /^(?:utc-seconds|millis|offset|basic-offset|as-written)$/,
    observe: ({ orders }) => [...(orders?.dateForms ?? [])].sort(),
    // Forms that one list has together are those of its orders, not a choice of the target.
    conclude(observations) {
      const forms = new Set(observations.map(({ observed }) => observed));
      const lists = new Set(observations.map(({ exchange }) => exchange));
      if (forms.has('another form')) return unknown('some dates have another form than those of the choices');
      return forms.size > 1 && lists.size === 1 ? choice('as-written') : byName(observations);
    },
    // Orders whose dates have one form may be written as they are.
    agrees: (expected, seen) => (expected === 'as-written' ? undefined : sameChoice(expected, seen)),
  },
} as const satisfies Readonly<Record<string, GapRow>>;

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
  shownAt,
  unknown,
} from './gap.ts';

const ordersNeeded = `${shownAt.observe}, if the list has orders with all fields`;
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

/** Whether a code is not drawn for each response. */
function isStable(observation: Observation): boolean {
  return observation.times > 1 || ownCodes[statusOf(observation)]?.includes(codeOf(observation)) === true;
}

/** Reads the codes as `named`, `opaque` or `map:unauthorized=AUTH_01,…`. */
function concludeCodes(observations: readonly Observation[]): ChoiceSeen {
  const byStatus = Map.groupBy(observations, statusOf);
  const pairs: string[] = [];
  for (const [status, own] of Object.entries(ownCodes)) {
    const seen = byStatus.get(status) ?? [];
    const codes = [...new Set(seen.map(codeOf))];
    if (codes.every((code) => own.includes(code))) continue;
    if (codes.length > own.length)
      return seen.every(({ times }) => times === 1)
        ? choice('opaque')
        : { kind: 'inconsistent', why: `the codes of ${status} are ${codes.slice(0, 5).join(' and ')}` };
    if (codes.length > 1)
      return unknown('a 409 has two codes: one for each reason, or one for each response');
    pairs.push(...own.map((name) => `${name}=${codes[0]}`));
  }
  if (!Object.keys(ownCodes).some((status) => byStatus.has(status)))
    return unknown('only codes of other statuses were seen');
  if (pairs.length === 0) return choice('named');
  if (!observations.some(isStable))
    return unknown('each code was seen only once, so that it may be drawn for each response');
  return pairs.some((pair) => !/=[^\s,=…]+$/.test(pair) || /=.*=/.test(pair))
    ? unknown('a code is empty, too long, or has a character that a choice cannot contain')
    : choice(`map:${pairs.join(',')}`);
}

/** A check sees only some codes: each that has another name must have the expected one. */
const agreeCodes: GapRow['agrees'] = (expected, seen) => {
  const same = sameChoice(expected, seen);
  if (same !== false || seen.kind !== 'choice' || !expected.startsWith('map:')) return same;
  const pairs = expected.slice('map:'.length).split(',');
  if (seen.choice.startsWith('map:'))
    return seen.choice
      .slice('map:'.length)
      .split(',')
      .every((pair) => pairs.includes(pair));
  return seen.choice === 'named' && !expected.includes('unauthorized=') ? undefined : false;
};

export const bodyGaps = {
  'error-codes': {
    form: /^(?:named|opaque|map:[a-z_]+=[^\s,=]+(?:,[a-z_]+=[^\s,=]+)*)$/,
    check: shownAt.observe,
    observe: ({ response }) => (response.status >= 400 ? codeIn(response) : []),
    conclude: concludeCodes,
    agrees: agreeCodes,
  },
  'optional-fields': {
    form: /^as-stored$/,
    check: ordersNeeded,
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
    check: ordersNeeded,
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
    check: ordersNeeded,
    observe: ({ orders }) => [...(orders?.dateForms ?? [])].sort(),
    // Forms that one list has together are those of its orders, not a choice of the target.
    conclude(observations) {
      const forms = new Set(observations.map(({ observed }) => observed));
      const lists = new Set(observations.map(({ exchange }) => exchange));
      if (forms.has('another form')) return unknown('some dates have another form than those of the choices');
      return forms.size > 1 && lists.size === 1 ? choice('as-written') : byName(observations);
    },
    // Orders whose dates have one form are written in that form.
    agrees: (expected, seen) =>
      sameChoice(expected, seen) ||
      (seen.kind === 'choice' && expected === 'as-written' ? undefined : sameChoice(expected, seen)),
  },
} as const satisfies Readonly<Record<string, GapRow>>;

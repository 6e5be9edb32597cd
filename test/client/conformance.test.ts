import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Check,
  ControlClient,
  type Fault,
  type GapSettings,
  type OpenEnvironment,
  type OrderStatus,
} from '../../src/client/index.ts';
import { readJson } from '../../src/json/json.ts';
import { packageRoot } from '../../src/version.ts';
import { controlToken, openTestSimulator } from '../support/open-test-simulator.ts';

type Id = number | bigint;
type Reference = Id | string;

/** A step of a case, with what its `do` needs. */
type Step = {
  readonly [Name in 'do' | 'id' | 'is' | 'by' | 'hold' | 'scenario' | 'code' | 'message']: string;
} & {
  readonly [Name in 'key' | 'timeout' | 'fails']?: string;
} & {
  readonly order: Reference;
  readonly status: number;
  readonly ids?: readonly Id[];
  readonly fields: { readonly status?: OrderStatus };
  readonly fault: Fault;
  readonly fired: readonly number[];
  readonly shipped: readonly Id[];
  readonly reached?: boolean;
  readonly operation: 'listOrders' | 'cancelOrder';
  readonly statuses: readonly number[];
  readonly count: number;
  readonly checks: readonly Check[];
  readonly outcomes: Readonly<Record<string, number>>;
  readonly gaps: GapSettings;
};
type Case = { readonly name: string; readonly scenario: string; readonly steps: readonly Step[] };

/** Integers are exact, and numbers where they are small. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** Those that the modules of the other languages run. */
const { cases } = plain(
  readJson(readFileSync(new URL('modules/conformance/cases.json', packageRoot), 'utf8')),
) as { readonly cases: readonly Case[] };

/** Sends one request as a client under test. The status of a broken connection is 0. */
async function send({ baseUrl, apiKey }: OpenEnvironment, method: string, path: string, key = apiKey) {
  const init = { method, headers: { Authorization: `Bearer ${key}` } };
  const response = await fetch(`${baseUrl}/store/orders${path}`, init).catch(() => undefined);
  return { status: response?.status ?? 0, text: (await response?.text().catch(() => '')) ?? '' };
}

/** Returns what each step does in an environment. */
function stepsIn(environment: OpenEnvironment): Readonly<Record<string, (step: Step) => unknown>> {
  const { faults, gates, journal, keys, orders } = environment;
  let begun: ReturnType<typeof send> | undefined;
  const idOf = (order: Reference): bigint =>
    typeof order === 'string' ? environment.handle(order) : BigInt(order);
  const withId = <T extends object>(fields: T): T =>
    'orderId' in fields ? { ...fields, orderId: idOf(fields.orderId as Reference) } : fields;
  const cancel = (order: Reference) => send(environment, 'DELETE', `/${idOf(order)}`);
  const listed = async (): Promise<readonly bigint[]> => {
    const list = readJson((await send(environment, 'GET', '')).text) as unknown as readonly { id: bigint }[];
    return list.map(({ id }) => id).toSorted((a, b) => Number(a > b) - Number(a < b));
  };
  return {
    cancel: async ({ order, status }) => expect(await cancel(order)).toMatchObject({ status }),
    beginCancel: ({ order }) => {
      begun = cancel(order);
    },
    endCancel: async ({ status }) => expect(await begun).toMatchObject({ status }),
    list: async ({ ids, key, status = 200 }) => {
      expect(await send(environment, 'GET', '', key)).toMatchObject({ status });
      if (ids !== undefined) expect(await listed()).toEqual(ids.map(BigInt));
    },
    listLacks: async ({ order }) => expect(await listed()).not.toContain(idOf(order)),
    noHandle: ({ order }) => expect(() => idOf(order)).toThrow(`no handle "${order}"`),
    order: async ({ order, is }) => expect(await orders.get(order)).toMatchObject({ status: is }),
    orders: async ({ status, ids }) => {
      const found = await orders.list(status as unknown as OrderStatus | undefined);
      expect(found.map(({ id }) => id)).toEqual(ids?.map(BigInt));
    },
    putOrder: ({ order, fields }) => orders.put(order, fields),
    deleteOrder: ({ order }) => orders.delete(order),
    ship: ({ order }) => orders.ship(order),
    addFault: ({ fault }) => faults.add(withId(fault)),
    faults: async ({ fired }) => expect((await faults.list()).map((one) => one.fired)).toEqual(fired),
    clearFaults: () => faults.clear(),
    addKey: async ({ key }) => expect(await keys.add({ key: `${key}` })).toMatchObject({ key }),
    revokeKey: ({ id }) => keys.revoke(id),
    freezeClock: () => environment.changeClock({ frozen: true }),
    advanceClock: async ({ by, shipped }) =>
      expect((await environment.changeClock({ advance: by })).shipped).toEqual(shipped.map(BigInt)),
    openHold: ({ hold, order }) =>
      gates.open(order === undefined ? { id: hold } : { id: hold, orderId: idOf(order) }),
    waitAtHold: async ({ hold, timeout = '10s', reached = true }) =>
      expect(await gates.wait(hold, { timeout })).toMatchObject({ reached }),
    closeHold: ({ hold }) => gates.close(hold),
    journal: async ({ operation, statuses }) => {
      const { exchanges } = await journal.find({ operation });
      expect(exchanges.map(({ answer }) => answer?.status)).toEqual(statuses);
    },
    waitFor: async ({ operation, count }) =>
      expect((await journal.wait({ operation, count })).exchanges).toHaveLength(count),
    verify: async ({ checks, fails }) => {
      const { passed, checks: results } = await journal.verify(checks.map(withId));
      expect(passed).toBe(fails === undefined);
      if (fails !== undefined)
        expect(results.map(({ check, seen }) => `${check}: ${seen}`).join('\n')).toContain(fails);
    },
    coverage: async ({ outcomes }) => expect((await environment.coverage()).outcomes).toEqual(outcomes),
    load: ({ scenario }) => environment.load(scenario),
    reset: () => environment.reset(),
    setGaps: ({ gaps }) => environment.setProfile({ gaps }),
    refused: ({ order, code, message }) =>
      expect(orders.get(order)).rejects.toMatchObject({ code, message: expect.stringContaining(message) }),
  };
}

test.each(cases)(
  'the client of TypeScript passes the case "$name" of all languages',
  async ({ scenario, steps }) => {
    await using simulator = await openTestSimulator();
    const control = new ControlClient({ url: simulator.controlUrl, token: controlToken });
    await using environment = await control.createEnvironment({ scenario });
    const known = stepsIn(environment);
    for (const step of steps) {
      expect(known, step.do).toHaveProperty(step.do);
      await known[step.do]?.(step);
    }
  },
);

import type { EnvironmentRequest } from '../../src/client/index.ts';

/** A behaviour that the specification allows, or a fault, and what a client that copes with it reports. */
export type Trial = {
  readonly name: string;
  readonly environment: Pick<EnvironmentRequest, 'scenario' | 'gaps'>;
  /** The response to the first cancel is lost. */
  readonly losesResponse?: true;
  /** What differs from the report of a client in `plain`. */
  readonly expected?: Readonly<Record<string, string>>;
};

const shipped = { id: 1002n, petId: 7n, quantity: 2n, status: 'shipped' } as const;
const plain = {
  id: 1001n,
  petId: 7n,
  quantity: 1n,
  shipDate: '2026-01-20T10:00:00Z',
  complete: false,
} as const;
const withFirst = (changes: object): Trial['environment'] => ({
  scenario: { orders: [{ ...plain, ...changes }, shipped] },
});
const withGaps = (gaps: NonNullable<Trial['environment']['gaps']>): Trial['environment'] => ({
  ...withFirst({}),
  gaps,
});

/** What each client cancels after the first order of the list. */
export const others = [1002, 9999] as const;
export const expected = {
  list: '1001×1 1002×2',
  cancel: '204',
  'cancel 1002': 'throws 409',
  'cancel 9999': 'throws 404',
  'wrong key': 'throws 401',
} as const;

const beyondDoubles = '9007199254740993';
const beyondInt32 = '3000000000';

export const trials: readonly Trial[] = [
  { name: 'plain', environment: withFirst({}) },
  {
    name: 'id beyond 2^53',
    environment: withFirst({ id: BigInt(beyondDoubles) }),
    expected: { list: `${beyondDoubles}×1 1002×2` },
  },
  {
    name: 'quantity beyond 2^31',
    environment: withFirst({ quantity: BigInt(beyondInt32) }),
    expected: { list: `1001×${beyondInt32} 1002×2` },
  },
  {
    name: 'fields left out',
    environment: { scenario: { orders: [{ id: plain.id }, shipped] } },
    expected: { list: '1001×- 1002×2' },
  },
  {
    name: 'null',
    environment: { scenario: { orders: [{ id: plain.id }, shipped] }, gaps: { 'optional-fields': 'null' } },
    expected: { list: '1001×- 1002×2' },
  },
  { name: 'unknown fields', environment: withGaps({ 'extra-fields': 'some' }) },
  { name: 'date with an offset', environment: withGaps({ 'ship-date-form': 'offset' }) },
  { name: 'year 9999', environment: withFirst({ shipDate: '9999-12-31T23:59:59Z' }) },
  { name: '409 as text', environment: withGaps({ 'conflict-body': 'text' }) },
  {
    name: 'lost response',
    environment: withFirst({}),
    losesResponse: true,
    expected: { cancel: 'an error without a status, after one request' },
  },
];

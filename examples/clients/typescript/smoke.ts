/**
 * Runs the client against a service: node smoke.ts BASE_URL API_KEY PENDING_ID SHIPPED_ID MISSING_ID
 *
 * Cancels the order PENDING_ID. Exits with 1 at the first unexpected result.
 */
import { type Cancellation, StoreOrders, Unauthorized } from './store-orders.ts';

class UnexpectedResult extends Error {}

async function main(baseUrl: string, apiKey: string, ids: readonly [bigint, bigint, bigint]): Promise<void> {
  const [pending, shipped, missing] = ids;
  const store = new StoreOrders(baseUrl, apiKey);
  const listed = (await store.listOrders()).map((order) => order.id);
  // Ids are optional: an order is missing only if every listed order has an id.
  const complete = listed.every((id) => typeof id === 'bigint');
  if (complete && !(listed.includes(pending) && listed.includes(shipped)))
    throw new UnexpectedResult('an order is not in the list');
  if (listed.includes(missing)) throw new UnexpectedResult(`the order ${missing} is in the list`);
  console.log(`200: ${listed.length} orders`);

  expect('a pending order', await store.cancelOrder(pending), ['cancelled']);
  // The specification leaves open which of the two it is.
  expect('the same order again', await store.cancelOrder(pending), ['conflict', 'not-found']);
  expect('a shipped order', await store.cancelOrder(shipped), ['conflict']);
  expect('an order that does not exist', await store.cancelOrder(missing), ['not-found']);

  const stranger = new StoreOrders(baseUrl, `${apiKey}-not`);
  await expectUnauthorized('a list with an invalid key', stranger.listOrders());
  await expectUnauthorized('a cancel with an invalid key', stranger.cancelOrder(missing));
}

function expect(what: string, outcome: Cancellation, expected: readonly Cancellation[]): void {
  if (!expected.includes(outcome)) throw new UnexpectedResult(`cancelling ${what}: ${outcome}`);
  console.log(`cancelling ${what}: ${outcome}`);
}

async function expectUnauthorized(what: string, request: Promise<unknown>): Promise<void> {
  const outcome = await request.catch((error: unknown) => error);
  if (!(outcome instanceof Unauthorized)) throw new UnexpectedResult(`${what} did not return 401`);
  console.log(`401: ${what}`);
}

const [baseUrl, apiKey, ...idTexts] = process.argv.slice(2);
if (
  baseUrl === undefined ||
  apiKey === undefined ||
  idTexts.length !== 3 ||
  !idTexts.every((text) => /^-?\d+$/.test(text))
) {
  console.error('usage: node smoke.ts BASE_URL API_KEY PENDING_ID SHIPPED_ID MISSING_ID');
  process.exit(1);
}
const [pending = 0n, shipped = 0n, missing = 0n] = idTexts.map(BigInt);
try {
  await main(baseUrl, apiKey, [pending, shipped, missing]);
} catch (error) {
  console.error(`unexpected: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

import { expect, test } from 'vitest';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import { exchangeText, viewDifference } from './difference-view.ts';

const exchange = (environment: string, orderId: string, status: number): ExchangeRecord => ({
  kind: 'exchange',
  environment,
  state: 1,
  number: 1,
  operation: 'cancelOrder',
  method: 'DELETE',
  target: `/${environment}/v1/store/orders/${orderId}`,
  orderId,
  begunAt: 0,
  endedAt: 0,
  status,
  end: 'answered',
  headers: [],
  body: '',
  bodyLength: 0,
  cancel: undefined,
  gaps: {},
  faults: [],
});

test('the name of a temporary environment, which is random, makes no other request', () => {
  expect(
    viewDifference({ passing: exchange('test-1a', '7', 204), failing: exchange('test-2b', '7', 503) }),
  ).toEqual({
    request: 'DELETE /test-1a/v1/store/orders/7 (exchange 1)',
    passing: '204',
    failing: '503',
  });
});

test('another request in the place of one is shown', () => {
  const { failing } = viewDifference({
    passing: exchange('test-1a', '7', 204),
    failing: exchange('test-2b', '8', 503),
  });
  expect(failing).toBe('DELETE /test-2b/v1/store/orders/8: 503');
});

test('an exchange of a note is shown without its body, and not as one without a body', () => {
  const refused = { ...exchange('shop', '7', 404), body: '{"code":"order_not_found"}', bodyLength: 26 };
  expect(exchangeText(refused)).toBe('DELETE /shop/v1/store/orders/7 → 404 (exchange 1)');
  expect(exchangeText({ ...refused, status: 0, end: 'reset' })).toBe(
    'DELETE /shop/v1/store/orders/7 → connection reset (exchange 1)',
  );
});

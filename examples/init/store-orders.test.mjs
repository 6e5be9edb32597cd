import assert from 'node:assert/strict';
import { test } from 'node:test';

const { STORE_ORDERS_CONTROL_URL = 'http://localhost:4011', STORE_ORDERS_CONTROL_TOKEN = 'token-for-tests' } =
  process.env;

/** Calls the control API of the simulator. */
async function control(method, path, body) {
  const response = await fetch(STORE_ORDERS_CONTROL_URL + path, {
    method,
    headers: { Authorization: `Bearer ${STORE_ORDERS_CONTROL_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
  return response.json();
}

/** The client under test: call yours here. */
async function cancel(baseUrl, apiKey, orderId) {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${baseUrl}/store/orders/${orderId}`, { method: 'DELETE', headers });
  return response.status;
}

test('cancels a pending order, and not a shipped one', async () => {
  const environment = `/environments/test-${process.pid}`;
  const { baseUrl, apiKeys, handles } = await control('PUT', environment, { scenario: 'first' });
  try {
    assert.equal(await cancel(baseUrl, apiKeys[0], handles.pending), 204);
    assert.equal(await cancel(baseUrl, apiKeys[0], handles.shipped), 409);
    const checks = [
      { check: 'cancelled', orderId: handles.pending, times: 1 },
      { check: 'nothing-else-changed' },
    ];
    const result = await control('POST', `${environment}/journal/verify`, { checks });
    assert.ok(result.passed, JSON.stringify(result.checks));
  } finally {
    await control('DELETE', environment);
  }
});

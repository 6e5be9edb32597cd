// Cancels the orders of ORDER_IDS from all virtual users at once, and writes a history for `store-orders-sim check --history`:
//
//   k6 run --quiet --log-format raw --console-output history.jsonl -e ORDER_IDS=1001,1002 \
//     -e STORE_ORDERS_API_KEY=… -e BASE_URL=https://host.example/v1 k6.js
import exec from 'k6/execution';
import http from 'k6/http';

const { ORDER_IDS, STORE_ORDERS_API_KEY, BASE_URL, VUS = '8' } = __ENV;
const orders = ORDER_IDS.split(',');
const params = { headers: { Authorization: `Bearer ${STORE_ORDERS_API_KEY}` } };

export const options = {
  scenarios: {
    customers: { executor: 'per-vu-iterations', vus: Number(VUS), iterations: orders.length },
  },
};

http.setResponseCallback(http.expectedStatuses(200, 204, 404, 409));

// biome-ignore lint/style/noDefaultExport: k6 runs the default export.
export default function cancelAndList() {
  const orderId = orders[exec.vu.iterationInScenario];
  send('DELETE', `/store/orders/${orderId}`, { orderId });
  send('GET', '/store/orders', {});
}

function send(method, path, fields) {
  const begin = Date.now();
  const { status, body } = http.request(method, BASE_URL + path, null, params);
  const end = status === 0 ? null : Date.now();
  const line = { begin, end, client: `vu ${exec.vu.idInTest}`, method, status, ...fields };
  if (method === 'GET' && status === 200) {
    line.ids = idsOf(body);
    // A list without all ids does not show which orders are missing.
    if (line.ids.length !== JSON.parse(body).length) return;
  }
  console.log(JSON.stringify(line));
}

/** The ids as they are in the text, because a JavaScript number rounds ids beyond 2^53. */
function idsOf(body) {
  return [...body.matchAll(/"id"\s*:\s*(-?\d+)/g)].map(([, id]) => id);
}

import { afterAll, expect, test } from 'vitest';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import { judge } from './described-control.ts';

const simulator = await openTestSimulator();
afterAll(() => simulator[Symbol.asyncDispose]());

/** Problem | method and path | status | pattern of the message | body | media type. `{e}` is production. */
const table = String.raw`
an unknown environment       | GET /environments/nowhere              | 404 | no environment "nowhere"
a taken name                 | PUT /environments/v1                   | 400 | "v1" is reserved
deleting production          | DELETE {e}                             | 409 | cannot be deleted
deleting staging             | DELETE /environments/staging           | 409 | cannot be deleted
deleting an unknown one      | DELETE /environments/nowhere           | 404 | no environment
an unknown field             | PUT /environments/x                    | 400 | body.json:1:2 unknown key "scenaro"; did you mean "scenario" | {"scenaro":"x"}                                   | application/json
a bad YAML scenario          | PUT {e}/scenario                       | 400 | body.yaml:1:11 unknown key "idd"                             | orders: [{idd: 5}]                                | application/yaml
all problems at once         | PUT /environments/x                    | 400 | ttlSeconds is 0.*\n.*seed is -1.*\n.*"maybe" is not a choice   | {"ttlSeconds":0,"seed":-1,"gaps":{"etag":"maybe"}} | application/json
an id beyond int64           | PUT {e}/orders/9223372036854775808     | 400 | beyond int64
an unknown order             | GET {e}/orders/7                       | 404 | no order 7
an unknown handle            | GET {e}/orders/pendin                  | 400 | does not name an order
an unknown query parameter   | GET {e}/orders?state=pending           | 400 | unknown key "state"; did you mean "status"
a query parameter twice      | GET {e}/orders?status=x&status=x       | 400 | more than once
not JSON                     | PATCH {e}/clock                        | 400 | body.json:1:\d+                                              | {"frozen":tru}                                    | application/json
not UTF-8                    | PATCH {e}/clock                        | 400 | not UTF-8                                                    | ÿ                                                 | application/json
a time and a span            | PATCH {e}/clock                        | 400 | set and advance                                              | {"set":"2026-01-20T10:00:00Z","advance":"1s"}     | application/json
a key that cannot be sent    | POST {e}/keys                          | 400 | cannot be sent                                               | {"key":"a b"}                                     | application/json
an unknown key               | DELETE {e}/keys/key-9                  | 404 | no key "key-9"
two faults with one id       | PUT {e}/faults                         | 400 | two faults have the id "f"                                   | {"faults":[{"id":"f","kind":"reset"},{"id":"f","kind":"reset"}]} | application/json
an unknown fault             | DELETE {e}/faults/f                    | 404 | no fault "f"
closing an unknown hold      | DELETE {e}/holds/g                     | 404 | no hold "g"
a page of 1001 exchanges     | GET {e}/journal?limit=1001             | 400 | limit is "1001"; expected a whole number from 1 to 1000
text                         | POST {e}/reset                         | 415 | Content-Type text/plain                                      | {}                                                | text/plain
no media type                | PUT {e}/scenario                       | 415 | application/json or application/yaml                         | {}                                                |
a broken percent-encoding    | GET /environments/%E0%A4%A             | 400 | percent-encoding
a document outside           | GET /openapi/..%2fpackage.yaml         | 404 | no document
`;

const refused = table
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.trim()));

test.each(refused)(
  '%s is refused with an Error body: %s',
  async (_name, call = '', status, says = '', body, type = '') => {
    const [method = '', path = ''] = call.replace('{e}', '/environments/production').split(' ');
    const url = simulator.controlUrl + path;
    const media = body === undefined ? {} : { 'Content-Type': type };
    const headers = { Authorization: `Bearer ${controlToken}`, ...media };
    const response = await fetch(url, { method, headers, body: body ? Buffer.from(body, 'latin1') : null });
    const text = await response.text();
    judge(method, new URL(url).pathname, response, text);
    expect(response.status).toBe(Number(status));
    expect(JSON.parse(text).message).toMatch(new RegExp(says));
  },
);

test.each([
  ['more than 4 MiB', ' '.repeat(4 * 1024 * 1024 + 1), {}, 413],
  ['more than 256 KiB of YAML', ' '.repeat(256 * 1024 + 1), { 'Content-Type': 'application/yaml' }, 413],
  ['an encoded body', '{}', { 'Content-Encoding': 'gzip' }, 415],
])('%s is refused: case %#', async (_name, body, extra, status) => {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json', ...extra };
  const url = `${simulator.controlUrl}/environments/production/scenario`;
  const response = await fetch(url, { method: 'PUT', headers, body });
  expect(response.status).toBe(status);
});

test('no refusal repeats an API key', async () => {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const send = async (method: string, path: string, body: string) =>
    (await fetch(`${simulator.controlUrl}/environments${path}`, { method, headers, body })).text();
  const responses = await Promise.all([
    send('PUT', '/x', '{"apiKeys":["canary key"],"seed":-1}'),
    send('PUT', '/production/keys', '{"keys":[{"key":"canary key"},{"key":"canary,key"}]}'),
    send('POST', '/production/keys', '{"key":"canary\\nkey"}'),
  ]);
  for (const response of responses) {
    expect(response).toContain('cannot be sent');
    expect(response).not.toMatch(/canary/);
  }
});

import { globSync, readFileSync } from 'node:fs';
import { at } from './clients.ts';

/** Why clients differ, and for each of them the file and the text of the line that shows it. */
export type Reason = {
  readonly why: string;
  /** The names of the findings and of the trials that it explains. */
  readonly explains: RegExp;
  /** By the name of the client. Paths without a leading slash are in the folder of the clients. */
  readonly lines: Readonly<Record<string, readonly [file: string, text: string]>>;
};

/** The line that shows the reason of a finding. */
export type Evidence = {
  /** A finding of the matrix or a trial. */
  readonly finding: string;
  /** The place in `reasons`. */
  readonly reason: number;
  readonly file: string;
  readonly line: number;
  readonly text: string;
};

const heyApi = 'generated/hey-api-openapi-ts/client/client.gen.ts';
const orval = 'generated/orval/orders.ts';
const openapiFetch = 'node_modules/openapi-fetch/dist/index.mjs';
const swaggerTypescript = 'generated/swagger-typescript-api/orders.ts';
const swaggerClient = 'node_modules/swagger-client/es/http';
const typescriptFetch = 'generated/openapi-generator-typescript-fetch/runtime.ts';
const pythonClient = 'generated/openapi_python_client_orders';
const goClient = 'generated/openapi-generator-go';
const javaClient = 'generated/openapi-generator-java/src/main/java/org/openapitools/client';

export const reasons: readonly Reason[] = [
  {
    why: '`JSON.parse` rounds ids; the cancel then names another order. [A reviver](../guides/matrix.md) keeps them exact',
    explains: /^id beyond 2\^53$/,
    lines: {
      'openapi-fetch': [openapiFetch, 'JSON.parse(raw)'],
      '@hey-api/openapi-ts': [heyApi, 'data = text ? JSON.parse(text)'],
      orval: [orval, 'JSON.parse(body)'],
      'swagger-typescript-api': [swaggerTypescript, 'responseToParse[responseFormat]()'],
      'swagger-client': [`${swaggerClient}/serializers/response/index.js`, 'JSON.parse(body)'],
      'openapi-generator typescript-fetch': [typescriptFetch, 'this.raw.json()'],
    },
  },
  {
    why: '`integer` without a format becomes 32 bits, so that the whole list fails',
    explains: /^quantity beyond 2\^31$/,
    lines: {
      'openapi-generator go': [`${goClient}/model_order.go`, 'Quantity *int32'],
      'openapi-generator java (native)': [`${javaClient}/model/Order.java`, 'private Integer quantity'],
    },
  },
  {
    why: 'A date that is null is parsed as a text',
    explains: /^null$/,
    lines: { 'openapi-python-client': [`${pythonClient}/models/order.py`, 'fromisoformat(_ship_date)'] },
  },
  {
    why: 'Each body is parsed as JSON, whatever its Content-Type',
    explains: /^(?:409 as text|conflict-body=text)$/,
    lines: { orval: [orval, "const data: cancelOrderResponse['data'] = body ? JSON.parse(body)"] },
  },
  {
    why: 'urllib3 repeats a DELETE by itself, up to three times',
    explains: /^(?:lost response|cancelOrder:1:reset-after-commit|repeats-cancel-blindly)$/,
    lines: {
      'openapi-generator python': [
        'venv/lib/python3*/site-packages/urllib3/util/retry.py',
        '["HEAD", "GET", "PUT", "DELETE", "OPTIONS", "TRACE"]',
      ],
    },
  },
  {
    why: 'libcurl repeats any request, a DELETE too, if a connection that was used before ends without a byte (`Curl_retry_request`); the client keeps its connections, and does not repeat with `CURLOPT_FORBID_REUSE`',
    explains: /^(?:lost response|cancelOrder:1:reset-after-commit|repeats-cancel-blindly)$/,
    lines: {
      'openapi-generator php': [
        '/usr/share/php/GuzzleHttp/Handler/CurlFactory.php',
        '$this->handles[] = $resource',
      ],
      'openapi-generator ruby': [
        'generated/openapi-generator-ruby/lib/openapi_client/api_client.rb',
        'response = request.run',
      ],
    },
  },
  {
    why: 'No time-out, unless the caller sets one',
    explains: /^(?:(?:listOrders|cancelOrder):\d:slow|no-timeout)$/,
    lines: {
      'openapi-fetch': [openapiFetch, 'await fetch(request'],
      '@hey-api/openapi-ts': [heyApi, 'await _fetch(request)'],
      orval: [orval, 'await fetch(getCancelOrderUrl'],
      'swagger-typescript-api': [swaggerTypescript, 'return this.customFetch('],
      'swagger-client': [`${swaggerClient}/index.js`, 'request.userFetch || fetch'],
      'openapi-generator typescript-fetch': [typescriptFetch, 'await this.fetchApi(url, init)'],
      'openapi-python-client': [
        `${pythonClient}/client.py`,
        '_timeout: httpx.Timeout | None = field(default=None',
      ],
      'openapi-generator python': [
        'generated/openapi-generator-python/openapi_client/rest.py',
        'timeout = None',
      ],
      'openapi-generator go': [`${goClient}/client.go`, 'cfg.HTTPClient = http.DefaultClient'],
      'oapi-codegen': ['go-oapi-codegen/orders/orders.go', 'client.Client = &http.Client{}'],
      'openapi-generator java (native)': [`${javaClient}/ApiClient.java`, 'readTimeout = null'],
      'openapi-generator php': ['generated/openapi-generator-php/lib/Api/DefaultApi.php', '?: new Client()'],
      'openapi-generator ruby': [
        'generated/openapi-generator-ruby/lib/openapi_client/configuration.rb',
        '@timeout = 0',
      ],
    },
  },
];

/** Returns the line that shows why a client has a finding, as it is in the client that was just generated. */
export function evidenceFor(client: string, finding: string): Evidence {
  const reason = reasons.findIndex(({ explains, lines }) => explains.test(finding) && client in lines);
  const [pattern, text] = reasons[reason]?.lines[client] ?? [];
  if (pattern === undefined || text === undefined) throw new Error(`${client} has no reason for ${finding}`);
  const [file = ''] = globSync(pattern.startsWith('/') ? pattern : at(pattern));
  const lines = file === '' ? [] : readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((one) => one.includes(text));
  if (line === -1) throw new Error(`no line of ${client} shows the reason of ${finding}`);
  const shown = pattern.replace(
    /^(?:generated|node_modules|venv\/lib\/python3\*\/site-packages|\/usr\/share\/php)\//,
    '',
  );
  return { finding, reason, file: shown, line: line + 1, text: lines[line]?.trim() ?? '' };
}

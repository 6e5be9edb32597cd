import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import { observeOther } from './gaps.ts';

type Headers = readonly (readonly [string, string])[];
type More = {
  readonly hasKey?: boolean | undefined;
  readonly isPreflight?: true;
  readonly headersComplete?: false;
};

/** Returns what `GET /pets/1` and its status show. */
function observed(
  line: string,
  status: number,
  rawHeaders: Headers = [],
  more: More = {},
): readonly string[] {
  const [method = '', path = ''] = line.split(' ');
  const response = aResponse('', { status, rawHeaders });
  const request = {
    hasKey: true,
    isPreflight: false,
    headersComplete: true,
    ...more,
    method,
    path,
    response,
  };
  return observeOther(request).map(({ gap, observed: seen }) => `${gap}: ${seen}`);
}

const deprecated: Headers = [['Deprecation', '@1767225600']];
const allow: Headers = [['Allow', 'GET']];
const withoutKey = { hasKey: false };

test.each<[string, number, readonly string[], Headers?, More?]>([
  ['HEAD /store/orders', 200, ['head-list: as-get']],
  ['HEAD /store/orders', 405, ['head-list: method-not-allowed'], allow],
  ['HEAD /store/orders', 405, []],
  ['HEAD /store/orders', 404, []],
  ['OPTIONS /store/orders', 200, []],
  ['OPTIONS /store/orders', 405, ['options: method-not-allowed'], allow],
  ['HEAD /store/orders', 401, []],
  ['HEAD /store/orders', 503, []],
  ['OPTIONS /store/orders', 204, ['options: allow']],
  ['OPTIONS /store/orders', 204, [], [], { isPreflight: true }],
  ['OPTIONS /store/orders/1', 405, []],
  ['POST /store/orders', 405, ['wrong-method: method-not-allowed'], allow],
  ['POST /store/orders', 405, []],
  ['POST /store/orders', 404, ['wrong-method: not-found']],
  ['POST /store/orders', 201, []],
  ['GET /store/orders/1', 405, ['wrong-method: method-not-allowed'], allow],
  ['GET /store/orders/1', 404, []],
  ['HEAD /store/orders/1', 405, []],
  ['GET /nothing', 404, ['unknown-path: not-found'], [], withoutKey],
  ['GET /nothing', 404, []],
  ['GET /nothing', 404, [], [], { hasKey: undefined }],
  ['GET /nothing', 401, [], [], withoutKey],
  ['POST /nothing', 404, [], [], withoutKey],
  ['GET /store/orders/', 404, [], [], withoutKey],
  ['GET /pets/1', 200, ['pet-lookup: stub', 'pet-deprecation: none']],
  ['GET /pets/1', 501, ['pet-lookup: not-simulated', 'pet-deprecation: none'], [], { hasKey: undefined }],
  ['GET /pets/1', 200, ['pet-lookup: stub'], [], { headersComplete: false }],
  ['GET /pets/1', 200, ['pet-lookup: stub', 'pet-deprecation: since:2026-01-01'], deprecated],
  ['GET /pets/1', 200, ['pet-lookup: stub'], [['Deprecation', 'secret text']]],
  ['GET /pets/1', 401, []],
  ['GET /pets/1', 503, []],
  ['GET /pets/1', 404, [], [], withoutKey],
  ['GET /pets/abc', 404, []],
])('%s with a %i shows %j', (line, status, expected, headers, more) => {
  expect(observed(line, status, headers, more)).toEqual(expected);
});

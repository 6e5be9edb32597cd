import { type Asked, error, json, type ResponseCase, response } from './ask.ts';

const listing: Asked = { key: { kind: 'none' } };
const cancelling: Asked = { operationId: 'cancelOrder' };
const unauthorized = '{"code":"unauthorized","message":"No key.","status":401}';
const missing = '{"code":"order_not_found","message":"No such order.","status":404}';
const raw = (text: string): Buffer => Buffer.from(text);

/** Responses to a request for the list without a key. */
const toList: readonly ResponseCase[] = [
  ['a 401 without a challenge', response('401 No', [json], unauthorized), 'R19 header WWW-Authenticate'],
  [
    'a 401 with an empty challenge',
    response('401 No', [json, 'WWW-Authenticate: '], unauthorized),
    'R19 header WWW-Authenticate',
  ],
  ['an Error without a type', error(401, unauthorized, 'X-A: b'), 'R20 header Content-Type'],
  ['no Error body', error(401, ''), 'R21 root'],
  ['a broken Error', error(401, '{"code":"c"'), 'R21 root'],
  [
    'an Error with a field twice',
    error(401, '{"code":"c","code":"d","message":"m","status":401}'),
    'R21 /code',
  ],
  ['a list for an Error', error(401, `[${unauthorized}]`), 'R22 root'],
  ['an empty Error', error(401, '{}'), 'R22 root ×3'],
  ['an Error without code', error(401, '{"message":"m","status":401}'), 'R22 root'],
  ['a code that is a number', error(401, '{"code":401,"message":"m","status":401}'), 'R22 /code'],
  [
    'a status that is a fraction only to the digit',
    error(401, '{"code":"c","message":"m","status":401.00000000000000000001}'),
    'R23 /status',
  ],
  ['an Error in another one', error(401, `{"error":${unauthorized}}`), 'R22 root ×3, R24 /error'],
  ['another status in the Error', error(401, '{"code":"c","message":"m","status":403}'), 'R23 /status'],
  [
    'an undocumented field',
    error(401, '{"code":"c","message":"m","status":401,"x_trace":"1"}'),
    'R24 /x_trace',
  ],
  ['a 401 to a list', error(401, unauthorized)],
];

/** Responses to a cancel. */
const toCancel: readonly ResponseCase[] = [
  ['400 to a cancel', error(400, '{"code":"c","message":"m","status":400}'), 'R03 status'],
  ['500 to a cancel', response('500 Oops', ['Content-Type: text/html'], '<h1>Oops</h1>'), 'R03 status'],
  ['an Error as text', error(404, missing, 'Content-Type: text/plain'), 'R20 header Content-Type'],
  ['neither Error body nor type', error(404, '', 'X-A: b'), 'R21 root'],
  ['the status of a 401 in a 404', error(404, unauthorized), 'R23 /status'],
  ['a 409 that is JSON only by its type', response('409 Conflict', [json], '{"code":'), 'R21 /code'],
  [
    'a 409 that is JSON by its type and cut short',
    raw(`HTTP/1.1 409 Conflict\r\n${json}\r\nContent-Length: 9\r\n\r\n{}`),
    'R02',
  ],
  ['a 204 with a body', raw('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'), 'R27 body'],
  [
    'a 204 with a length and no body',
    raw('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n'),
    'R27 body',
  ],
  [
    'a 204 in chunks',
    raw('HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    'R27 body',
  ],
  [
    'a 204 with a body on a connection that stays open',
    raw('HTTP/1.1 204 No Content\r\n\r\n{}'),
    'R27 body',
    { ending: 'hold' },
  ],
  [
    'a 204 with a type',
    raw('HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n'),
    'R28 header Content-Type',
  ],
  ['a 401 to a cancel', error(401, unauthorized), '', { key: { kind: 'none' } }],
  ['a 404', error(404, missing)],
  [
    'an Error in another order and with white space',
    error(404, ' {\n"status" : 404, "message":"m",\t"code":"" }\n'),
  ],
  ['a status with an exponent', error(404, '{"code":"c","message":"m","status":4.04e2}')],
  ['a 204', raw('HTTP/1.1 204 No Content\r\n\r\n')],
  ['a 204 on a connection that stays open', raw('HTTP/1.1 204 No Content\r\n\r\n'), '', { ending: 'hold' }],
  ['a 409 with an Error', response('409 Conflict', [json], '{"code":"c","message":"m","status":409}')],
];

const asking = (asked: Asked, cases: readonly ResponseCase[]): readonly ResponseCase[] =>
  cases.map(([name, sent, breaks = '', rest]) => [name, sent, breaks, { ...asked, ...rest }]);

/** Responses other than lists. */
export const errorResponses: readonly ResponseCase[] = [
  ...asking(listing, toList),
  ...asking(cancelling, toCancel),
];

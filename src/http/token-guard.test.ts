import { expect, test } from 'vitest';
import { refuseToken } from './token-guard.ts';

const hint =
  'send "Authorization: Bearer TOKEN" with the value of SIM_CONTROL_TOKEN or the token printed at the start';

test('accepts the token, with a scheme in any case', () => {
  expect(refuseToken(['bearer the-token'], 'the-token')).toBeUndefined();
});

test.each([
  [[], 'Bearer', `The token is missing; ${hint}.`],
  [['Basic x'], 'Bearer', `The token is missing; ${hint}.`],
  [['Bearer the-token', 'Bearer the-token'], 'Bearer', `The token is missing; ${hint}.`],
  [
    ['Bearer wrong'],
    'Bearer error="invalid_token"',
    `The token is not the token of this control API; ${hint}.`,
  ],
])('says of %j whether the token is missing or wrong, and where to find it', (given, challenge, message) => {
  expect(refuseToken(given, 'the-token')).toEqual({
    status: 401,
    headers: ['WWW-Authenticate', challenge],
    json: { code: 'unauthorized', message, status: 401 },
  });
});

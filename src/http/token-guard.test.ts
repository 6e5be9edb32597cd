import { expect, test } from 'vitest';
import { createHandClock } from '../../test/support/hand-clock.ts';
import type { ControlResponse } from './control-response.ts';
import { createTokenGuard } from './token-guard.ts';

const never = new AbortController().signal;
const start = 1_000_000;

/** A guard with its clock, after a number of wrong tokens. */
function aGuard(wrongBefore = 0) {
  const clock = createHandClock(start);
  const guard = createTokenGuard('the-token', clock);
  const sendWrong = (signal = never) => guard.check(['Bearer wrong'], signal);
  const refusals = Array.from({ length: wrongBefore }, () => sendWrong());
  return { clock, guard, sendWrong, refusals };
}

function shown(response: ControlResponse | undefined): unknown {
  return response === undefined
    ? 'accepted'
    : 'json' in response && { headers: response.headers, ...(response.json as object) };
}

test('accepts the token, with a scheme in any case', async () => {
  const { guard } = aGuard();
  expect(await guard.check(['bearer the-token'], never)).toBeUndefined();
});

test('says whether the token is missing or wrong, and where to find it', async () => {
  const { guard } = aGuard();
  const hint =
    'send "Authorization: Bearer TOKEN" with the value of SIM_CONTROL_TOKEN or the token printed at the start';
  const unauthorized = { code: 'unauthorized', status: 401 };
  for (const headers of [[], ['Basic x'], ['Bearer the-token', 'Bearer the-token']])
    expect(shown(await guard.check(headers, never))).toEqual({
      ...unauthorized,
      headers: ['WWW-Authenticate', 'Bearer'],
      message: `The token is missing; ${hint}.`,
    });
  expect(shown(await guard.check(['Bearer wrong'], never))).toEqual({
    ...unauthorized,
    headers: ['WWW-Authenticate', 'Bearer error="invalid_token"'],
    message: `The token is not the token of this control API; ${hint}.`,
  });
});

test('delays each wrong token after ten by 100 ms more, but no right or missing one', async () => {
  const { clock, guard, refusals, sendWrong } = aGuard(10);
  await Promise.all(refusals);
  const ended: number[] = [];
  const slowed = [11, 12].map((number) => sendWrong().then(() => ended.push(number)));
  await guard.check(['Bearer the-token'], never);
  await guard.check([], never);
  expect(clock.sleepers).toBe(2);
  clock.advance(99);
  expect(clock.sleepers).toBe(2);
  clock.advance(1);
  await slowed[0];
  expect(ended).toEqual([11]);
  clock.advance(100);
  await slowed[1];
  expect(ended).toEqual([11, 12]);
  clock.advance(1_000);
  void sendWrong();
  clock.advance(99);
  expect(clock.sleepers).toBe(1);
  clock.advance(1);
  expect(clock.sleepers).toBe(0);
});

test('counts wrong tokens for a minute since the first of them', async () => {
  const { clock, sendWrong } = aGuard(10);
  clock.advance(59_999);
  void sendWrong();
  expect(clock.sleepers).toBe(1);
  clock.advance(1);
  for (let at = 0; at < 10; at++) void sendWrong();
  expect(clock.sleepers).toBe(1);
  void sendWrong();
  expect(clock.sleepers).toBe(2);
});

test('refuses with 429 without delay if the delay would exceed ten seconds', async () => {
  const { clock, sendWrong } = aGuard(110);
  expect(clock.sleepers).toBe(100);
  const tooMany = {
    code: 'too_many_attempts',
    status: 429,
    headers: ['Retry-After', '10'],
    message: 'Too many wrong tokens; wait before the next attempt.',
  };
  expect(shown(await sendWrong())).toEqual(tooMany);
  expect(shown(await sendWrong())).toEqual(tooMany);
  clock.advance(100);
  void sendWrong();
  expect(clock.sleepers).toBe(100);
});

test('ends a delay when the client leaves', async () => {
  const { clock, sendWrong } = aGuard(10);
  const gone = new AbortController();
  const refusal = sendWrong(gone.signal);
  gone.abort();
  expect(shown(await refusal)).toMatchObject({ status: 401 });
  expect(clock.sleepers).toBe(0);
});

import { expect, test } from 'vitest';
import { anEnvironment } from '../../../../test/helpers/an-environment.ts';
import { createHandClock } from '../../../../test/helpers/hand-clock.ts';
import { createEnvironments } from '../../environment/environments.ts';
import type { ExchangeObserver } from '../../environment/exchange-observer.ts';
import { createEvents } from './events.ts';

function watched() {
  const machine = createHandClock();
  const observer: ExchangeObserver = { current: undefined };
  const stopping = new AbortController();
  const environments = createEnvironments(anEnvironment());
  const events = createEvents({ environments, machine, observer, stopping: stopping.signal });
  const pass = async (intervals: number) => {
    for (let interval = 0; interval < intervals; interval++) {
      machine.advance(100);
      await new Promise(setImmediate);
    }
  };
  return { machine, observer, stopping, environments, events, pass };
}

const deaf = { message: () => {}, beat: () => {} };

test('exchanges are observed only while a client watches, and for 30 s more', async () => {
  const { observer, events, pass, machine } = watched();
  expect([observer.current, machine.sleepers]).toEqual([undefined, 0]);
  const { leave } = events.listen(deaf, undefined);
  await pass(1_000);
  expect([typeof observer.current, events.listeners]).toEqual(['function', 1]);
  leave();
  await pass(299);
  expect(observer.current).toBeDefined();
  await pass(1);
  expect([observer.current, machine.sleepers, events.listeners]).toEqual([undefined, 0, 0]);
});

test('a client that comes back within 30 s has missed nothing, and later is told so', async () => {
  const { environments, events, pass } = watched();
  const first = events.listen(deaf, undefined);
  first.leave();
  await environments.production.reset();
  await pass(200);
  const second = events.listen(deaf, 0);
  expect([second.missing, second.messages.map(({ id }) => id)]).toEqual([0, [1]]);
  second.leave();
  await pass(300);
  await environments.production.reset();
  expect(events.listen(deaf, 1)).toMatchObject({ missing: 1, messages: [] });
});

test('a stop ends the observation', async () => {
  const { observer, events, stopping, machine } = watched();
  events.listen(deaf, undefined);
  stopping.abort();
  await new Promise(setImmediate);
  expect([observer.current, machine.sleepers]).toEqual([undefined, 0]);
});

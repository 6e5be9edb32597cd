import { expect, test } from 'vitest';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import { createHandClock } from '../../../../test/support/hand-clock.ts';
import { Environment } from '../../environment/environment.ts';
import { LocalEnvironments } from '../../environment/environments.ts';
import type { ExchangeObserver } from '../../environment/exchange-observer.ts';
import { createEvents } from './events.ts';

function watched() {
  const machine = createHandClock();
  const observer: ExchangeObserver = { current: undefined };
  const stopping = new AbortController();
  const environments = new LocalEnvironments([anEnvironment()]);
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const events = createEvents({ environments, machine, observer, stopping: stopping.signal, onError });
  const pass = async (intervals: number) => {
    for (let interval = 0; interval < intervals; interval++) {
      machine.advance(100);
      await new Promise(setImmediate);
    }
  };
  return { machine, observer, stopping, environments, events, errors, pass };
}

const deaf = { message: () => {}, beat: () => {}, end: () => {} };

test('exchanges are observed only while a client watches', async () => {
  const { observer, events, pass, machine } = watched();
  expect([observer.current, machine.sleepers]).toEqual([undefined, 0]);
  const leave = events.listen(deaf);
  await pass(1_000);
  expect([typeof observer.current, events.listeners]).toEqual(['function', 1]);
  leave();
  await pass(1);
  expect([observer.current, machine.sleepers, events.listeners]).toEqual([undefined, 0, 0]);
});

test('a stop ends the observation', async () => {
  const { observer, events, stopping, machine } = watched();
  events.listen(deaf);
  stopping.abort();
  await new Promise(setImmediate);
  expect([observer.current, machine.sleepers]).toEqual([undefined, 0]);
});

test('a bug is reported and ends the streams, and the next client is served', async () => {
  const { observer, environments, events, errors, pass } = watched();
  const ended: string[] = [];
  const leave = events.listen({ ...deaf, end: () => ended.push('first') && leave() });
  const { production } = environments;
  class Broken extends Environment {
    override get state(): never {
      throw new Error('broken on purpose');
    }
  }
  environments.add(new Broken(production.settings, production.state));
  await pass(1);
  expect([errors.map(String), ended]).toEqual([['Error: broken on purpose'], ['first']]);
  expect([observer.current, events.listeners]).toEqual([undefined, 0]);
  environments.add(production);
  events.listen(deaf);
  expect(observer.current).toBeDefined();
});

import { expect, test } from 'vitest';
import { anEntry } from '../../../../test/simulator/environment/journal/a-journal.ts';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import type { GapKey } from '../gaps/gaps.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { createRunRecorder, type RunRecord } from './run-recorder.ts';

const ended = (reliedOn: GapKey[] = [], rest: Partial<JournalEntry> = {}, { state } = anEnvironment()) => ({
  environment: 'production',
  state,
  entry: anEntry('GET /v1/store/orders', { reliedOn, ...rest }),
  seconds: 0.25,
});

function record(most?: number) {
  const records: RunRecord[] = [];
  const recorder = createRunRecorder(
    (one) => records.push(one),
    () => 1_000,
    most,
  );
  return { recorder, records };
}

test('records an exchange with its time on the machine, without Date and Sim-Gaps', async () => {
  const { recorder, records } = record();
  const state = anEnvironment(
    { clock: { at: 7, frozen: true } },
    { run: { cell: { gaps: {}, faults: [] }, nextState: recorder.nextState } },
  );
  await state.reset();
  const responseHeaders = ['Content-Type', 'application/json', 'Date', 'today', 'Sim-Gaps', 'etag=off'];
  const entry = anEntry('DELETE /v1/store/orders/7', {
    number: 3,
    reliedOn: ['etag', 'etag'],
    cancel: 'cancelled',
    responseHeaders,
    end: 'reset',
    faults: [{ id: 'matrix-1', effect: { kind: 'reset' }, did: 'reset the connection' }],
  });
  recorder.exchange({ environment: 'production', state: state.state, entry, seconds: 0.25 });
  expect(records).toEqual([
    {
      kind: 'exchange',
      environment: 'production',
      state: 2,
      number: 3,
      operation: 'cancelOrder',
      method: 'DELETE',
      target: '/v1/store/orders/7',
      orderId: '7',
      begunAt: 750,
      endedAt: 1_000,
      status: 0,
      end: 'reset',
      headers: ['Content-Type', 'application/json'],
      body: '',
      bodyLength: 0,
      cancel: 'cancelled',
      gaps: { etag: 'off' },
      faults: ['matrix-1'],
    },
  ]);
});

test('numbers the states of an environment, and begins at 1 for each name', () => {
  const { nextState } = record().recorder;
  expect([nextState('a'), nextState('b'), nextState('a')]).toEqual([1, 1, 2]);
});

test('contains no key and at most 300 characters of the body', () => {
  const key = 'secret-key-of-a-client';
  const { recorder, records } = record();
  const environment = anEnvironment({}, { apiKeys: ['another-key-here'] });
  const responseBody = `{"a":"${key}","b":"another-key-here","c":"${'x '.repeat(150)}${key}"}`;
  const entry = anEntry(`GET /v1/store/orders?key=${key}&a=another-key-here`, {
    rawHeaders: ['Authorization', `Bearer ${key}`],
    responseHeaders: ['X-Echo', key],
    responseBody,
    responseLength: responseBody.length,
  });
  recorder.exchange({ environment: 'production', state: environment.state, entry, seconds: 0 });
  const text = JSON.stringify(records);
  expect(text).not.toMatch(/secret-key|another-key/);
  expect(records[0]).toMatchObject({
    body: expect.stringMatching(/^.{300}$/),
    bodyLength: responseBody.length,
  });
});

test('cuts a body before a key that is only half in the excerpt', () => {
  const { recorder, records } = record();
  const environment = anEnvironment({}, { apiKeys: ['k'.repeat(400)] });
  const responseBody = `"${'é'.repeat(190)} ${'k'.repeat(400)}"`;
  const entry = { responseBody: Buffer.from(responseBody), responseLength: Buffer.byteLength(responseBody) };
  recorder.exchange(ended([], entry, environment));
  expect(JSON.stringify(records)).not.toContain('kk');
});

test('records what was pinned before the first exchange to which it applies, and what replaces it', async () => {
  const { recorder, records } = record();
  const environment = anEnvironment({ gaps: { etag: 'on' } });
  const pins = () => records.flatMap((one) => (one.kind === 'pinned' ? [one.gaps] : []));
  recorder.exchange(ended([], {}, environment));
  recorder.exchange(ended([], {}, environment));
  await environment.reset();
  recorder.exchange(ended([], {}, environment));
  expect(records.map(({ kind }) => kind)).toEqual(['pinned', 'exchange', 'exchange', 'exchange']);
  environment.state.choices.change(undefined, {});
  recorder.exchange(ended([], {}, environment));
  expect(pins()).toEqual([{ etag: 'on' }, {}]);
});

test('ends at the bound, and says so', () => {
  const { recorder, records } = record(2);
  for (const key of ['etag', 'etag', 'cors', 'etag'] as const) recorder.exchange(ended([key]));
  expect(records.map(({ kind }) => kind)).toEqual(['exchange', 'exchange', 'overflow']);
});

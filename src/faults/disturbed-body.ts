import { drawMany } from '../draw.ts';
import type { Effect } from './fault-kind.ts';

export type DisturbedBody = ReturnType<typeof disturbBody>;

/** Applies the effects that change how a body is written: slowly, in part, or as other bytes of the same length. */
export function disturbBody(body: Buffer, effects: readonly Effect[]) {
  return {
    bytes: garble(body, effects),
    end: cutAt(body.length, effects),
    /** That of the first fault that sets one. Undefined if they are sent at once. */
    pace: effects.find((effect) => effect.kind === 'pace'),
  };
}

export function* partsOf({ bytes, end, pace }: DisturbedBody): Generator<Buffer> {
  const size = pace?.bytes ?? end;
  for (let at = 0; at < end; at += size) yield bytes.subarray(at, Math.min(end, at + size));
}

function garble(body: Buffer, effects: readonly Effect[]): Buffer {
  const effect = effects.find(({ kind }) => kind === 'garble-body');
  return effect?.kind === 'garble-body' ? drawMany(effect.seed, body.length) : body;
}

function cutAt(length: number, effects: readonly Effect[]): number {
  const cuts = effects.filter((effect) => effect.kind === 'truncate');
  return Math.min(length, ...cuts.map(({ bytes }) => bytes ?? Math.floor(length / 2)));
}

import { drawFraction } from '../draw.ts';
import { drawMany } from './draw-many.ts';
import type { Effect } from './effect.ts';
import type { Fault, FaultEffectSettings } from './fault.ts';
import type { AskedAt, Disturb, Draw, FaultForm, FaultStart } from './fault-form.ts';
import { formOf } from './fault-forms.ts';
import type { FaultStatus, FaultSubject } from './faults.ts';

/** A fault that counts its matches and firings. */
export interface LiveFault {
  readonly id: string;
  readonly askedAt: AskedAt;
  /** Whether nothing is left of the service's own answer where it fires. */
  readonly replacesAnswer: boolean;
  /** Whether it can fire on this exchange at all; counts nothing. */
  matches(subject: FaultSubject): boolean;
  /** Counts a match and decides; undefined where it does not fire this time. */
  fire(): Effect | undefined;
  status(): FaultStatus;
}

/** Starts a fault with an id of its own. */
export function startFault(fault: Fault, id: string, seed: string, start: FaultStart): LiveFault {
  // The form was chosen by the kind of this very fault, which the types cannot follow.
  const form = formOf(fault) as FaultForm<FaultEffectSettings>;
  const disturb = form.start(fault, start);
  const addedAt = start.now();
  const endsAt = fault.durationMs === undefined ? undefined : addedAt + fault.durationMs;
  const times = fault.times ?? form.times ?? Number.POSITIVE_INFINITY;
  const wanted = fault.operation ?? form.only ?? (isAfterCommit(form, fault) ? 'cancelOrder' : undefined);
  let matched = 0;
  let fired = 0;
  const ended = (): boolean => fired >= times || (endsAt !== undefined && start.now() >= endsAt);
  return {
    id,
    askedAt: form.askedAt(fault),
    replacesAnswer: form.replacesAnswer === true && form.askedAt(fault) !== 'answer',
    matches: (subject) =>
      !ended() &&
      (wanted === undefined || subject.operation === wanted) &&
      (fault.orderId === undefined || subject.orderId === fault.orderId) &&
      (fault.key === undefined || subject.keyId() === fault.key),
    fire: () => {
      const effect = decide(fault, disturb, drawsOf(seed, id, ++matched), matched);
      if (effect !== undefined) fired++;
      return effect;
    },
    status: () => ({ id, fault, addedAt, endsAt, ended: ended(), matched, fired }),
  };
}

function isAfterCommit(form: FaultForm<FaultEffectSettings>, fault: Fault): boolean {
  return form.askedAt(fault) === 'after-commit';
}

function decide(fault: Fault, disturb: Disturb, draw: Draw, matched: number): Effect | undefined {
  if (fault.every !== undefined && matched % fault.every !== 0) return undefined;
  if (fault.probability !== undefined && draw.fraction('probability') >= fault.probability) return undefined;
  return disturb(draw);
}

function drawsOf(seed: string, id: string, matched: number): Draw {
  return {
    fraction: (label) => drawFraction(seed, 'fault', id, matched, label),
    bytes: (length) => drawMany(`${seed} fault ${id} ${matched}`, length),
    seed: `${seed} fault ${id} ${matched}`,
  };
}

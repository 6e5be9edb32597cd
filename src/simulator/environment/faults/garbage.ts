import type { GarbageFault } from './fault.ts';
import { chosenMoment, type FaultForm } from './fault-form.ts';

const usualBytes = 256;

/** Sends bytes that mean nothing, in place of the answer or of its body. */
export const garbage: FaultForm<GarbageFault> = {
  askedAt: (fault) => (fault.in === 'body' ? 'answer' : chosenMoment(fault)),
  replacesAnswer: true,
  start: (fault) => (draw) =>
    fault.in === 'body'
      ? { kind: 'garble-body', seed: draw.seed }
      : { kind: 'garble-answer', bytes: draw.bytes(fault.bytes ?? usualBytes) },
};

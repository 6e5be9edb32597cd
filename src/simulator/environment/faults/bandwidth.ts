import type { BandwidthFault } from './fault.ts';
import type { FaultForm } from './fault-form.ts';

/** How often in a second bytes leave at the most: a narrow line trickles and does not jerk. */
const slicesPerSecond = 20;

/** Sends no more than so many bytes of the answer in a second. */
export const bandwidth: FaultForm<BandwidthFault> = {
  askedAt: () => 'answer',
  start: ({ bytesPerSecond }) => {
    const bytes = Math.ceil(bytesPerSecond / slicesPerSecond);
    return () => ({ kind: 'pace', bytes, everyMs: (bytes * 1000) / bytesPerSecond });
  },
};

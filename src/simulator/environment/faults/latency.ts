import type { Delay, LatencyFault } from './fault.ts';
import { chosenMoment, type Draw, type FaultForm } from './fault-form.ts';

/** The longest delay that can be drawn, in milliseconds. */
export const longestDelay = 600_000;

/** Waits: a fixed time, one between two bounds, or one around a median as networks have it. */
export const latency: FaultForm<LatencyFault> = {
  askedAt: chosenMoment,
  start:
    ({ ms }) =>
    (draw) => ({ kind: 'wait', ms: drawDelay(ms, draw) }),
};

function drawDelay(delay: Delay, draw: Draw): number {
  if (typeof delay === 'number') return delay;
  if ('min' in delay) return delay.min + Math.floor(draw.fraction('uniform') * (delay.max - delay.min + 1));
  return Math.min(longestDelay, Math.round(delay.median * Math.exp(delay.sigma * drawNormal(draw))));
}

/** A number of the standard normal distribution, by the method of Box and Muller. */
function drawNormal(draw: Draw): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draw.fraction('radius')));
  return radius * Math.cos(2 * Math.PI * draw.fraction('angle'));
}

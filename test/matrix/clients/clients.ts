import { actorClients } from './actor-clients.ts';
import type { BenchClient } from './bench-client.ts';
import { faultClients } from './fault-clients.ts';
import { httpGapClients } from './http-gap-clients.ts';
import { lossClients } from './loss-clients.ts';
import { orderGapClients } from './order-gap-clients.ts';
import { otherGapClients } from './other-gap-clients.ts';
import { pairClients } from './pair-clients.ts';
import { steadyClients } from './steady-clients.ts';

export { actorClients } from './actor-clients.ts';
export { faultClients } from './fault-clients.ts';
export { lossClients } from './loss-clients.ts';
export { pairClients } from './pair-clients.ts';
export { steadyClients } from './steady-clients.ts';

/** For each gap, a client that depends on it. */
export const gapClients = { ...orderGapClients, ...httpGapClients, ...otherGapClients };

/** All clients by their names. */
export const clients: Readonly<Record<string, BenchClient>> = {
  ...gapClients,
  ...pairClients,
  ...faultClients,
  ...lossClients,
  ...actorClients,
  ...steadyClients,
};

import { cancelMutants } from './cancel-mutants.ts';
import { keyMutants } from './key-mutants.ts';
import { listMutants } from './list-mutants.ts';
import { messageMutants } from './message-mutants.ts';
import type { Mutant } from './mutant.ts';
import { otherOrdersMutants } from './other-orders-mutants.ts';

/** Every server that breaks one rule. */
export const mutants: readonly Mutant[] = [
  ...messageMutants,
  ...listMutants,
  ...keyMutants,
  ...cancelMutants,
  ...otherOrdersMutants,
];

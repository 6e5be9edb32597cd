import { StateReplaced } from '../orders/store-failure.ts';
import type { BegunRequest } from './environment.ts';

/**
 * A request ran on a copy of its environment that another process had changed meanwhile. It has changed nothing, and begins
 * again in `begun`, which shows that change.
 */
export class Outdated extends StateReplaced {
  readonly begun: BegunRequest;

  constructor(begun: BegunRequest) {
    super();
    this.name = 'Outdated';
    this.begun = begun;
  }
}

/**
 * Why a shared store could not do what a request needs. `unavailable`: it did not respond in time; if a change was sent,
 * its outcome is unknown. `lost`: the server was replaced or lost data, so that nothing is certain until a reset.
 * `not-shared`: the feature exists only in one process. `full`: an environment has no room for another order until a reset.
 */
export type StoreFailureKind = 'unavailable' | 'lost' | 'not-shared' | 'full';

/**
 * A failure of a shared store. The service responds with 503; the control API with 503, with 501 for `not-shared`, and with
 * 507 for `full`.
 */
export class StoreFailure extends Error {
  readonly kind: StoreFailureKind;

  constructor(kind: StoreFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFailure';
    this.kind = kind;
  }
}

/**
 * Another process reset the environment, or loaded a scenario, after a request had begun and before it changed anything.
 * The request begins again in the new state.
 */
export class StateReplaced extends Error {
  constructor() {
    super('the environment was reset during the request');
    this.name = 'StateReplaced';
  }
}

import type { Problem } from '../../../user-error.ts';
import type { CatalogOptions } from '../../scenarios/catalog.ts';
import type { Scenario } from '../../scenarios/read-scenario.ts';
import type { SentScenario } from '../../scenarios/sent-scenario.ts';
import type { RequestContent } from '../read-request.ts';

/** Long work, described by data. */
export type Job =
  | {
      /** Parse the body of a request. */
      readonly kind: 'body';
      /** The method and path of its route in the table: `PUT /environments/{environment}`. */
      readonly route: string;
      readonly content: RequestContent;
      readonly maxOrders: number;
    }
  | {
      /** Open a scenario of a catalog, and pack its orders. */
      readonly kind: 'open';
      readonly name: string;
      readonly catalog: CatalogOptions;
      readonly seed: number;
    }
  | {
      /** Generate and pack the orders of a scenario. */
      readonly kind: 'generate';
      readonly scenario: Scenario;
      readonly seed: number;
    };

export type JobResults = {
  /** The parsed body; an inline scenario in it is a `SentScenario`, whose orders are packed unless some are generated. */
  readonly body: unknown;
  readonly open: SentScenario;
  readonly generate: SentScenario;
};

/** What the worker sends back: a result, the problems of a UserError, or the error of a bug. */
export type Reply =
  | { readonly kind: 'done'; readonly result: JobResults[Job['kind']] }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly error: unknown };

import type { ErrorBody } from '../../control-api.ts';
import { type ControlResponse, limitReached } from '../../http/control-response.ts';

/** The requests of the control API that wait for an exchange or for a held request. */
export type Waits = ReturnType<typeof createWaits>;

type TooManyWaits = { readonly kind: 'too-many'; readonly most: number };

/** The maximum number of requests that wait at the same time, over all environments. */
export const maxWaits = 1_000;

/** Creates the waits of a simulator, none at first. */
export function createWaits() {
  let running = 0;
  return {
    /** Runs a wait, unless there are too many. */
    run: async <Outcome>(wait: () => Promise<Outcome>): Promise<Outcome | TooManyWaits> => {
      if (running >= maxWaits) return { kind: 'too-many', most: maxWaits };
      running++;
      try {
        return await wait();
      } finally {
        running--;
      }
    },
  };
}

export function tooManyWaits({ most }: TooManyWaits): ControlResponse<ErrorBody> {
  return limitReached(most, 'requests that wait', 'let some of them end');
}

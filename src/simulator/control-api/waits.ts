import type { ErrorBody } from '../../control-api.ts';
import { type ControlResponse, limitReached } from '../../http/control-response.ts';

/** The requests of the control API that wait for an exchange or for a held request. */
export type Waits = ReturnType<typeof createWaits>;

/** The maximum number of requests that wait at the same time, over all environments. */
const maxWaits = 1_000;

/** Creates the waits of a simulator, none at first. */
export function createWaits() {
  let running = 0;
  /** Runs a wait, or refuses it if there are too many. */
  return async <Response extends ControlResponse | undefined>(
    wait: () => Promise<Response>,
  ): Promise<Response | ControlResponse<ErrorBody>> => {
    if (running >= maxWaits) return limitReached(maxWaits, 'requests that wait', 'let some of them end');
    running++;
    try {
      return await wait();
    } finally {
      running--;
    }
  };
}

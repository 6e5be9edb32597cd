import { equalsSecret } from '../../../authorization.ts';
import type { ErrorBody } from '../../../control-api.ts';
import { type ControlResponse, refusal } from '../../../http/control-response.ts';

/** Returns undefined for the token or the one-time code, otherwise the refusal. */
export type SignIn = (
  given: { readonly token: string } | { readonly code: string },
) => ControlResponse<ErrorBody> | undefined;

/** Creates the sign-in of a simulator. The code works once. */
export function createSignIn(token: string, code: string | undefined): SignIn {
  let unused = code;
  return (given) => {
    if ('token' in given) return equalsSecret(given.token, token) ? undefined : wrong;
    if (unused === undefined || !equalsSecret(given.code, unused)) return wrong;
    unused = undefined;
    return undefined;
  };
}

const wrong = refusal(
  'unauthorized',
  'This is not the control token, which is the value of SIM_CONTROL_TOKEN or printed at the start; the code of a printed link works once.',
  ['WWW-Authenticate', 'Bearer'],
);

import { equalsSecret } from '../../../authorization.ts';
import type { ErrorBody } from '../../../control-api.ts';
import { type ControlResponse, refusal } from '../../../http/control-response.ts';
import type { TokenGuard } from '../../../http/token-guard.ts';

export type SignIn = ReturnType<typeof createSignIn>;

type Given = { readonly token: string } | { readonly code: string };

/**
 * Creates the sign-in of a simulator. The code works once. A wrong code counts as a wrong token, so that both together can be
 * guessed only as often as the token.
 */
export function createSignIn(tokens: TokenGuard, code: string | undefined) {
  let unused = code;
  return {
    /** Returns undefined for the token or the one-time code, otherwise the refusal, when it may be sent. */
    check: async (given: Given, signal: AbortSignal): Promise<ControlResponse<ErrorBody> | undefined> => {
      if ('code' in given && unused !== undefined && equalsSecret(given.code, unused)) {
        unused = undefined;
        return undefined;
      }
      const isToken = 'token' in given && /^[\x21-\x7e]+$/.test(given.token);
      const refused = await (isToken
        ? tokens.check([`Bearer ${given.token}`], signal)
        : tokens.refuseWrong(signal));
      return refused?.status === 401 ? wrong : refused;
    },
  };
}

const wrong = refusal(
  'unauthorized',
  'This is not the control token, which is the value of SIM_CONTROL_TOKEN or printed at the start; the code of a printed link works once.',
  ['WWW-Authenticate', 'Bearer'],
);

import type { Request, RequestHandler } from 'express';
import { clientGone } from '../../http/client-gone.ts';
import { refusal, sendResponse } from '../../http/control-response.ts';
import { pathOf, readRequestHead } from '../../http/request-head.ts';
import type { TokenGuard } from '../../http/token-guard.ts';
import type { ControlContext } from './control-context.ts';

/** Lets requests pass that have the token, or the cookie of a session and, if they change something, its CSRF token. */
export function requireAccess(
  { sessions, stopping }: Pick<ControlContext, 'sessions' | 'stopping'>,
  tokens: TokenGuard,
): RequestHandler {
  return async (request, response, next) => {
    const { authorizations } = readRequestHead(request.rawHeaders);
    const session = authorizations.length === 0 ? sessions.find(request.headers) : undefined;
    if (session === undefined) {
      const signal = AbortSignal.any([clientGone(response), stopping]);
      const refused = await tokens.check(authorizations, signal);
      if (refused !== undefined) return sendResponse(response, refused);
    } else if (!isRead(request) && !sessions.allowsChange(session, request.headers))
      return sendResponse(response, changeRefused);
    next();
  };
}

/** Whether a request only reads: by its method, except that the next run of a matrix resets every environment. */
function isRead(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && pathOf(request) !== '/matrix/next';
}

const changeRefused = refusal(
  'csrf_token_required',
  'With the cookie of a session, this request needs the header X-CSRF-Token with the csrf of GET /session.',
);

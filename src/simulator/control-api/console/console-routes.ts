import * as z from 'zod';
import { ok, refusal } from '../../../http/control-response.ts';
import { version } from '../../../version.ts';
import { production, staging } from '../../environment/environment.ts';
import { type ControlRoute, route } from '../control-route.ts';
import { environmentAddress } from '../environment-view.ts';
import { viewAddress } from '../service-address.ts';
import { documentList, documents } from '../simulator-routes.ts';

const start = z.strictObject({
  name: z.string(),
  version: z.string(),
  environments: z.array(environmentAddress),
  documents: documentList,
});
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The page for people and its files. They need no token, and contain no state and no secret. */
export const consoleRoutes: readonly ControlRoute[] = [
  route('GET /', {
    id: 'getStart',
    summary: 'Get where to begin',
    description: 'The addresses of production and staging, and the documents. A browser gets the console.',
    responses: { 200: { 'application/json': start, 'text/html': z.string() } },
    open: true,
    handle: async ({ context: { environments, consoleFiles }, service, headers: { accept = '' } }) => {
      if (/\btext\/html\b/i.test(accept)) {
        const text = (await consoleFiles()).get('index.html') ?? '';
        return { status: 200, text, type: 'text/html; charset=utf-8', headers: pageHeaders };
      }
      const addresses = environments.here
        .all()
        .filter(({ name }) => name === production || name === staging)
        .map(({ name, basePath: path }) => ({ name, path, ...viewAddress(service, path) }));
      return ok({ name: 'store-orders-sim', version, environments: addresses, documents });
    },
  }),
  route('GET /console/{file}', {
    id: 'getConsoleFile',
    summary: 'Get a script or a style sheet of the console',
    responses: {
      200: { 'text/javascript': z.string(), 'text/css': z.string(), 'image/svg+xml': z.string() },
    },
    open: true,
    handle: async ({ context: { consoleFiles }, params: { file } }) => {
      const type = types[file.slice(file.lastIndexOf('.') + 1)];
      const text = (await consoleFiles()).get(file);
      if (type === undefined || text === undefined)
        return refusal('not_found', `The console has no file ${JSON.stringify(file)}; load its page again.`);
      return { status: 200, text, type, headers: fileHeaders };
    },
  }),
];

const policy: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const sameOrigin = { 'Cross-Origin-Resource-Policy': 'same-origin', 'Referrer-Policy': 'no-referrer' };

const pageHeaders: readonly string[] = Object.entries({
  'Content-Security-Policy': policy.join('; '),
  // For browsers that do not know frame-ancestors.
  'X-Frame-Options': 'DENY',
  // A page that opens this one gets no handle to its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...sameOrigin,
  Vary: 'Accept',
}).flat();

/** The name of a file contains the hash of its content. */
const fileHeaders: readonly string[] = Object.entries({
  'Cache-Control': 'public, max-age=31536000, immutable',
  ...sameOrigin,
}).flat();

import * as z from 'zod';
import { type ControlResponse, ok, refusal } from '../../../http/control-response.ts';
import { version } from '../../../version.ts';
import { production, staging } from '../../environment/environment.ts';
import { type ControlRoute, route } from '../control-route.ts';
import { environmentAddress } from '../environment-schema.ts';
import { viewAddress } from '../service-address.ts';
import { documentList, documents } from '../simulator-routes.ts';
import type { ConsoleFiles } from './console-files.ts';

const start = z.strictObject({
  name: z.string(),
  version: z.string(),
  environments: z.array(environmentAddress),
  documents: documentList,
});

/** The page for people and its files. They need no token, and contain no state and no secret. */
export const consoleRoutes: readonly ControlRoute[] = [
  route('GET /', {
    id: 'getStart',
    summary: 'Get where to begin',
    description: 'The addresses of production and staging, and the documents. A browser gets the console.',
    responses: { 200: { 'application/json': start, 'text/html': z.string() } },
    open: true,
    handle: ({ context: { environments, consoleFiles }, service, headers: { accept = '' } }) => {
      if (/\btext\/html\b/i.test(accept)) return page(consoleFiles);
      const addresses = environments
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
      const text = type && (await consoleFiles().catch(() => undefined))?.get(file);
      if (type === undefined || text === undefined)
        return refusal('not_found', `The console has no file ${JSON.stringify(file)}; load its page again.`);
      return { status: 200, text, type, headers: fileHeaders };
    },
  }),
];

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

async function page(files: ConsoleFiles): Promise<ControlResponse<never>> {
  const text = await files().then(
    (built) => built.get('index.html') ?? notBuilt('index.html is missing'),
    (error: unknown) => notBuilt(String(error)),
  );
  return { status: 200, text, type: 'text/html; charset=utf-8', headers: pageHeaders };
}

function notBuilt(reason: string): string {
  const hint = /\besbuild\b/.test(reason)
    ? 'The console cannot be built, since esbuild is not installed: run npm ci.'
    : `The console cannot be built: ${reason}`;
  const text = hint.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>store-orders-sim</title>
<p>${text}</p>\n<p>Everything else works without it: <a href="openapi/control.yaml">the control API</a>.</p>\n`;
}

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

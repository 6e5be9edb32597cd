import { createHash } from 'node:crypto';
import { version } from '../../shared/version.ts';
import { production, staging } from '../environment/environment.ts';
import { type ControlResponse, ok } from './control-response.ts';
import { type ControlRoute, route } from './control-route.ts';
import { type ServiceAddress, viewAddress } from './service-address.ts';
import { documents } from './simulator-routes.ts';

/** `GET /`: where to begin. A page for browsers, JSON for others. Needs no token, and contains no state and no secret. */
export const startPageRoute: ControlRoute = route('GET /', {
  open: true,
  handle: ({ context: { environments }, service, headers: { accept = '', host = '' } }) => {
    const addresses = environments
      .all()
      .filter(({ name }) => name === production || name === staging)
      .map(({ name, basePath: path }) => ({ name, path, ...viewAddress(service, path) }));
    if (/\btext\/html\b/i.test(accept)) return page(addresses, service, host);
    return ok({ name: 'store-orders-sim', version, environments: addresses, documents });
  },
});

type Address = { readonly name: string; readonly path: string; readonly baseUrl: string | undefined };

function page(addresses: readonly Address[], service: ServiceAddress, host: string): ControlResponse<never> {
  const rows = addresses.map(
    ({ name, path, baseUrl }) =>
      `<tr><th>${name}</th><td><code>${escapeHtml(baseUrl ?? path)}</code></td></tr>`,
  );
  const hint = service.kind === 'known' ? '' : `<p>Note: ${escapeHtml(service.hint)}.</p>\n`;
  const list = `${service.kind === 'unknown' ? 'http://HOST:PORT' : service.url}/v1/store/orders`;
  const links = documents.map(({ path }) => `<li><a href="${path.slice(1)}">${path}</a></li>`);
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>store-orders-sim</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>store-orders-sim ${version}</h1>
<p>A simulator of the Store Orders Service. This port is its control API, which sets the state of the simulator, inspects it
and injects faults. The service itself is at another address.</p>
<h2>The service</h2>
<table>${rows.join('')}</table>
${hint}<pre>curl -H "Authorization: Bearer <var>API_KEY</var>" ${escapeHtml(list)}</pre>
<p>The start of the simulator prints its API keys, unless they were set.</p>
<h2>The control API</h2>
<pre>curl -H "Authorization: Bearer <var>TOKEN</var>" http://${escapeHtml(host)}/environments</pre>
<p>The token is the value of <code>SIM_CONTROL_TOKEN</code>, or the one that the start of the simulator prints.</p>
<h2>Documents</h2>
<ul>${links.join('')}</ul>
</main>
</body>
</html>
`;
  return { status: 200, text, type: 'text/html; charset=utf-8', headers: pageHeaders };
}

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:50rem;margin:2rem auto;padding:0 1rem}pre{overflow:auto;padding:.75rem;border:1px solid}th{text-align:left;padding-right:1rem}';

const styleHash = createHash('sha256').update(style).digest('base64');

const pageHeaders: readonly string[] = [
  'Content-Security-Policy',
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy',
  'no-referrer',
  'Vary',
  'Accept',
];

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

import type { EnvironmentView, Exchange } from '../../../control-api.ts';
import { quote, shellWord } from '../../../report/shell-words.ts';

/** Headers that curl sends by itself, or that belong to the connection of another client. */
const ownHeaders = new Set(
  `host connection content-length transfer-encoding
  accept-encoding user-agent accept-language sec-fetch-mode`.split(/\s+/),
);

/** Returns a command that sends the request again. The key is in a variable unless the page knows it. */
export function requestCurl(exchange: Exchange, view: EnvironmentView, key: string | undefined): string {
  const { method, path, query, headers, body } = exchange;
  const origin = view.baseUrl?.slice(0, -view.path.length) ?? 'http://HOST:PORT';
  const sent = headers.filter(({ name, value }) => !ownHeaders.has(name.toLowerCase()) && value !== '*/*');
  const from = body?.base64 === undefined ? '' : `echo ${body.base64} | base64 -d | `;
  const parts = [
    `${from}curl -i`,
    method === 'HEAD' ? '--head' : method === 'GET' ? '' : `-X ${shellWord(method)}`,
    ...sent.map(({ name, value }) => headerOf(name, value, key)),
    body === undefined ? '' : `--data-binary ${body.text === undefined ? '@-' : quote(body.text)}`,
    shellWord(origin + path + query),
  ];
  return parts.filter(Boolean).join(' ');
}

function headerOf(name: string, value: string, key: string | undefined): string {
  if (name.toLowerCase() !== 'authorization') return `-H ${quote(`${name}: ${value}`)}`;
  return key === undefined ? `-H "${name}: Bearer $API_KEY"` : `-H ${quote(`${name}: Bearer ${key}`)}`;
}

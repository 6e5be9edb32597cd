import type { RequestKey } from '../../contract/api-key.ts';
import type { PlannedRequest } from '../../contract/exchange.ts';
import type { Report } from '../../contract/report.ts';
import { quote } from '../../report/shell-words.ts';

/** Returns the Authorization header as shell words. No command contains a key. */
function authorization({ kind }: RequestKey): string | undefined {
  if (kind === 'none') return undefined;
  return `"Authorization: Bearer $${kind === 'valid' ? 'API_KEY' : 'WRONG_KEY'}"`;
}

/** Returns the address as shell words; it begins with the shell variable BASE_URL if the target is unknown. */
function address(target: string | undefined, rest: string): string {
  if (target !== undefined) return quote(target.replace(/\/$/, '') + rest);
  return /^[\w./?=&%-]+$/.test(rest) ? `"$BASE_URL${rest}"` : `"$BASE_URL"${quote(rest)}`;
}

/** Returns an additional header as shell words. Its value may be secret: it is the shell variable HEADER_NAME. */
function additional(name: string): string {
  const variable = `$HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
  return /^[\w-]+$/.test(name) ? `-H "${name}: ${variable}"` : `-H ${quote(`${name}: `)}"${variable}"`;
}

/**
 * Returns a curl command for a POSIX shell that repeats a request of a report. If the report is about a recording, the
 * command reads the base address from `$BASE_URL`. The command contains no key and no additional header: it reads
 * `$API_KEY`, and `$HEADER_X_TENANT` for `X-Tenant`.
 */
export function repeatCommand(
  request: PlannedRequest,
  { target: baseUrl, level, headers }: Pick<Report, 'target' | 'level' | 'headers'>,
): string {
  const target = level === 'passive' ? undefined : baseUrl;
  const header = authorization(request.key);
  const rest = request.path + (request.query === '' ? '' : `?${request.query}`);
  return [
    'curl -i',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    ...(/[[\]{}]/.test(`${target}${rest}`) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?:\/|$)/.test(request.path) ? ['--path-as-is'] : []),
    ...(header === undefined ? [] : [`-H ${header}`]),
    ...headers.map(additional),
    address(target, rest),
  ].join(' ');
}

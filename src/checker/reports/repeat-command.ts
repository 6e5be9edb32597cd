import type { PlannedRequest, RequestKey } from '../wire/exchange.ts';

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The Authorization header as shell words; the key itself is always the variable API_KEY of the reader's shell. */
function authorization(key: RequestKey): string | undefined {
  if (key.kind === 'none') return undefined;
  if (key.kind === 'valid') return '"Authorization: Bearer $API_KEY"';
  switch (key.how) {
    case 'random':
      return '"Authorization: Bearer not-the-key"';
    case 'one-character-less':
      return `"Authorization: Bearer \${API_KEY%?}"`;
    case 'one-character-more':
      return `"Authorization: Bearer \${API_KEY}x"`;
    case 'other-case':
      return `"Authorization: Bearer $(printf %s "$API_KEY" | tr a-zA-Z A-Za-z)"`;
    case 'other-scheme':
      return `"Authorization: Basic $(printf %s "$API_KEY" | base64 | tr -d '\\n')"`;
    case 'empty':
      return '"Authorization: Bearer "';
  }
}

/** The address: below BASE_URL of the reader's shell where no target is known. */
function address(target: string | undefined, rest: string): string {
  if (target !== undefined) return quote(target.replace(/\/$/, '') + rest);
  return /^[\w./?=&%-]+$/.test(rest) ? `"$BASE_URL${rest}"` : `"$BASE_URL"${quote(rest)}`;
}

/**
 * A curl line that repeats a request. `target` is the base address; undefined leaves it to the variable BASE_URL. The
 * line is one for a POSIX shell and holds no key: it reads `$API_KEY`.
 */
export function repeatCommand(request: PlannedRequest, target: string | undefined): string {
  const header = authorization(request.key);
  const rest = request.path + (request.query === '' ? '' : `?${request.query}`);
  return [
    'curl -i',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    ...(/[[\]{}]/.test(`${target}${rest}`) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?:\/|$)/.test(request.path) ? ['--path-as-is'] : []),
    ...(header === undefined ? [] : [`-H ${header}`]),
    address(target, rest),
  ].join(' ');
}

import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readBody } from '../../http/body.ts';
import { type ControlResponse, refusal } from '../../http/control-response.ts';
import { checkData } from '../../text/data-issue.ts';
import { UserError } from '../../user-error.ts';
import type { ControlRoute } from './control-route.ts';

/** The body of a request as text. Parsing it with a schema shows whether it matches its media type. */
export type RequestContent = { readonly kind: 'json' | 'yaml'; readonly text: string };

type ContentReading =
  | RequestContent
  | { readonly kind: 'refused'; readonly response: ControlResponse }
  | { readonly kind: 'gone' };

const closes = ['Connection', 'close'];
const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

/** The maximum sizes of bodies in bytes. JSON is read about ten times as fast as YAML. `open`: for routes that need no token. */
const most = { json: 4 * 1024 ** 2, yaml: 256 * 1024, open: 4 * 1024 };

/** Reads the body of a request: UTF-8, in a media type that the route accepts. */
export async function readContent(
  request: IncomingMessage,
  { accepts, open }: Pick<ControlRoute, 'accepts' | 'open'>,
): Promise<ContentReading> {
  const reading = await readBody(request, { most: open ? most.open : most.json });
  if (reading.kind === 'aborted') return { kind: 'gone' };
  if (reading.kind === 'too-large')
    return refused('content_too_large', `The body is larger than ${open ? '4 KiB' : '4 MiB'}.`, closes);
  const { bytes } = reading;
  if (bytes.length === 0 || accepts === 'nothing') return { kind: 'json', text: '{}' };
  const { 'content-type': given = 'none', 'content-encoding': encoding = 'identity' } = request.headers;
  const type = given.split(';')[0]?.trim().toLowerCase() ?? '';
  const types = accepts === 'json' ? ['application/json'] : ['application/json', 'application/yaml'];
  const kind = type === 'application/json' ? 'json' : yamlTypes.includes(type) ? 'yaml' : undefined;
  if (kind === undefined || (kind === 'yaml' && accepts === 'json') || encoding !== 'identity') {
    const what = `The body has Content-Type ${type} and Content-Encoding ${encoding}`;
    const message = `${what}; expected ${types.join(' or ')} without an encoding.`;
    return refused('unsupported_media_type', message, ['Accept', types.join(', ')]);
  }
  if (kind === 'yaml' && bytes.length > most.yaml)
    return refused('content_too_large', 'The body is larger than 256 KiB; send JSON, up to 4 MiB.');
  try {
    return { kind, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw new UserError({ where: 'body', what: 'is not UTF-8' });
  }
}

function refused(...given: Parameters<typeof refusal>): ContentReading {
  return { kind: 'refused', response: refusal(...given) };
}

/** Parses a query with a schema of texts. Throws a UserError that lists every problem. */
export function readQuery(query: URLSearchParams, schema: z.ZodObject): unknown {
  const names = [...query.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new UserError({
      where: 'query',
      what: `has "${twice}" more than once`,
      expected: 'each name once',
    });
  const { data, issues } = checkData(Object.fromEntries(query), schema);
  if (issues.length > 0)
    throw new UserError(issues.map(({ path: _, at: __, ...words }) => ({ where: 'query', ...words })));
  return data;
}

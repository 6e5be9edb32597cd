import type { Request } from 'express';
import { readBody } from '../server/request-body.ts';
import { refusal } from './control-error.ts';
import type { ControlResponse } from './control-response.ts';

/** The body of a request as text; whether it is what its media type says is found when it is read by a schema. */
export type RequestContent =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'yaml'; readonly text: string };

/** The bodies that a route accepts; `scenario` is JSON or YAML. */
export type AcceptedBody = 'nothing' | 'json' | 'scenario';

/** What came of reading a body. */
export type ContentReading =
  | { readonly kind: 'content'; readonly content: RequestContent }
  | { readonly kind: 'refused'; readonly answer: ControlResponse }
  | { readonly kind: 'gone' };

const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

/** Reads the body of a request, up to 1 MiB of UTF-8, as one of the media types that the route takes. */
export async function readContent(request: Request, takes: AcceptedBody): Promise<ContentReading> {
  const reading = await readBody(request);
  if (reading.kind === 'aborted') return { kind: 'gone' };
  if (reading.kind === 'too-large')
    return refused('content_too_large', 'The body is larger than 1 MiB.', ['Connection', 'close']);
  const { bytes } = reading;
  if (bytes.length === 0 || takes === 'nothing') return { kind: 'content', content: { kind: 'none' } };
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const kind = type === 'application/json' ? 'json' : yamlTypes.includes(type) ? 'yaml' : undefined;
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (kind === undefined || (kind === 'yaml' && takes === 'json') || encoding !== 'identity')
    return unsupported(type, encoding, takes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'content', content: { kind, text } };
  } catch {
    return refused('bad_request', 'The body is not UTF-8.');
  }
}

function unsupported(type: string, encoding: string, takes: AcceptedBody): ContentReading {
  const types = takes === 'json' ? 'application/json' : 'application/json or application/yaml';
  const given = encoding !== 'identity' ? `Content-Encoding ${encoding}` : `Content-Type ${type || 'none'}`;
  return refused('unsupported_media_type', `The body has ${given}; expected ${types} without an encoding.`, [
    'Accept',
    types.replace(' or ', ', '),
  ]);
}

function refused(...given: Parameters<typeof refusal>): ContentReading {
  return { kind: 'refused', answer: refusal(...given) };
}

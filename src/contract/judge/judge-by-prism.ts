import { headerValues, type ReceivedResponse } from '../exchange.ts';
import { quoted } from '../http1/wire-text.ts';
import type { RuleId } from '../rules/rule-ids.ts';
import type { Findings } from './findings.ts';
import { plainValue, pointerStep } from './json-node.ts';
import { writeMediaType } from './media-type.ts';
import type { Prism, PrismResponse, PrismViolation } from './prism.ts';
import { mediaTypeOf, type Received } from './received.ts';

// The report shows less, but a key is hidden even if this cuts it.
const longestValue = 16 * 1024;

/** A parsed body, or for a list a sample of it; undefined if it is not described. */
export type ParsedBody = { readonly value: unknown } | undefined;

/**
 * Judges a response with Prism and adds what the rules did not find: a violation counts as found if there is a finding of its
 * rule or at its place, because those findings show the bytes. Returns the rules of what it added.
 */
export async function judgeByPrism(
  findings: Findings,
  prism: Prism,
  received: Received,
  body: ParsedBody | 'unreadable' = parsedBody(received),
): Promise<readonly RuleId[]> {
  const { request, response, hide, form } = received;
  if (request.operationId === undefined || body === 'unreadable') return [];
  const found = new Set(findings.counts.keys());
  const places = new Set(findings.kept.map(({ where }) => where));
  const added: RuleId[] = [];
  for (const violation of await prism.judge(request, prismResponse(response, body))) {
    const rule = ruleOf(violation, form === 'list');
    const where = placeOf(violation);
    if (found.has(rule) || places.has(where) || isFalseAlarm(violation, response)) continue;
    added.push(rule);
    const value = (): string =>
      violation.kind === 'body' ? `${quoted(hide(valueAt(body, violation.path)))}: ` : '';
    const got = (): string => value() + hide(violation.message);
    findings.add(rule, { where, expected: 'what the OpenAPI document says', got });
  }
  return added;
}

function parsedBody({ form, list, error }: Received): ParsedBody | 'unreadable' {
  if (form !== 'list' && form !== 'error') return undefined;
  const root = form === 'list' ? list?.text.root : error?.root;
  if (root === undefined) return 'unreadable';
  return { value: form === 'list' && root.kind === 'array' ? list?.sample : plainValue(root) };
}

function prismResponse(response: ReceivedResponse, body: ParsedBody): PrismResponse {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of response.rawHeaders) {
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  // Prism throws for an invalid Content-Type, and for some valid ones.
  delete headers['content-type'];
  const media = mediaTypeOf(response);
  if (media !== undefined) headers['content-type'] = writeMediaType(media);
  return { statusCode: response.status, headers, ...(body && { body: body.value }) };
}

function placeOf({ kind, path }: PrismViolation): string {
  if (kind === 'status') return 'status';
  if (kind === 'media-type') return 'header Content-Type';
  return kind === 'header'
    ? `header ${path.join(' ')}`
    : path.map((step) => pointerStep(nameOf(step))).join('');
}

function ruleOf({ kind, path, keyword }: PrismViolation, isList: boolean): RuleId {
  if (kind === 'status') return 'R03';
  if (kind === 'media-type') return isList ? 'R05' : 'R20';
  if (kind === 'header') return path[0] === 'www-authenticate' ? 'R19' : 'R02';
  if (!isList) return 'R22';
  if (path.length < 2) return 'R07';
  if (keyword === 'format') return path[1] === 'shipDate' ? 'R10' : 'R09';
  return keyword === 'maximum' || keyword === 'minimum' ? 'R09' : 'R08';
}

/**
 * Prism rejects a leap second with an offset; the strict reader judges every shipDate. It also sees only one of several
 * Content-Type headers, which break R02.
 */
function isFalseAlarm({ kind, keyword, path }: PrismViolation, { rawHeaders }: ReceivedResponse): boolean {
  if (kind === 'media-type') return headerValues(rawHeaders, 'content-type').length > 1;
  return keyword === 'format' && path.at(-1) === 'shipDate';
}

function valueAt(body: ParsedBody, path: readonly string[]): string {
  let value: unknown = body?.value;
  for (const step of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, nameOf(step)) : undefined;
  }
  return JSON.stringify(value)?.slice(0, longestValue) ?? 'nothing';
}

/** Returns the name of a step that is escaped as in a JSON pointer. */
function nameOf(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

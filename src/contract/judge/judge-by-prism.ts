import type { PlannedRequest, ReceivedResponse } from '../exchange.ts';
import { headerValues } from '../exchange.ts';
import { quoted } from '../http1/wire-text.ts';
import type { RuleId } from '../rules/rules.ts';
import type { JudgeContext } from './findings.ts';
import { pointerStep } from './json-node.ts';
import type { ParsedBody } from './judge-body.ts';
import { mediaTypeOf } from './judge-message.ts';
import { writeMediaType } from './media-type.ts';
import type { Prism, PrismResponse, PrismViolation } from './prism.ts';

// The report shows less, but a key is hidden even if this cuts it.
const longestValue = 4096;

/**
 * Judges a response with Prism and adds what the strict readers did not find. A violation counts as found if there is a
 * finding of its rule or at its place, because the findings of the strict readers show the bytes.
 */
export async function judgeByPrism(
  context: JudgeContext,
  prism: Prism,
  request: PlannedRequest,
  response: ReceivedResponse,
  body: ParsedBody,
): Promise<void> {
  const { findings, hide } = context;
  const violations = await prism.judge(request, prismResponse(response, body));
  const found = new Set(findings.counts.keys());
  const places = new Set(findings.kept.map(({ where }) => where));
  const isList = request.operationId === 'listOrders' && response.status === 200;
  for (const violation of violations) {
    const rule = ruleOf(violation, isList);
    const where = placeOf(violation);
    if (found.has(rule) || places.has(where) || isFalseAlarm(violation, response)) continue;
    context.exercised.add(rule);
    const value = (): string =>
      violation.kind === 'body' ? `${quoted(hide(valueAt(body, violation.path)))}: ` : '';
    const got = (): string => value() + hide(violation.message);
    findings.add(rule, { where, expected: 'what the OpenAPI document says', got });
  }
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

import type { RuleId } from '../rules/rules.ts';
import type { Answer, PlannedRequest } from '../wire/exchange.ts';
import { headerValues } from '../wire/framing.ts';
import { quoted } from '../wire/quoted.ts';
import type { Judging } from './judging.ts';
import { writeMediaType } from './media-type.ts';
import { mediaTypeOf } from './message-pass.ts';
import type { Prism, PrismResponse, PrismViolation } from './prism.ts';

/** A parsed body; undefined where there is none to show. */
export type ParsedBody = { readonly value: unknown } | undefined;

/**
 * Has Prism judge the answer, and adds what the strict passes have not found already: theirs show the bytes. A finding of
 * Prism's counts as found when there is one of its rule, or one at its place.
 */
export async function judgeByPrism(
  judging: Judging,
  prism: Prism,
  request: PlannedRequest,
  answer: Answer,
  body: ParsedBody,
): Promise<void> {
  const { findings, hide } = judging;
  const violations = await prism.judge(request, prismResponse(answer, body));
  const found = new Set(findings.counts.keys());
  const places = new Set(findings.kept.map(({ where }) => where));
  const isList = request.operationId === 'listOrders' && answer.status === 200;
  for (const violation of violations) {
    const rule = ruleOf(violation, isList);
    const where = placeOf(violation);
    if (found.has(rule) || places.has(where) || isFalseAlarm(violation, answer)) continue;
    judging.exercised.add(rule);
    const value = (): string =>
      violation.kind === 'body' ? `${quoted(hide(valueAt(body, violation.path)))}: ` : '';
    const got = (): string => value() + hide(violation.message);
    findings.add(rule, { where, expected: 'what the OpenAPI document says', got });
  }
}

function prismResponse(answer: Answer, body: ParsedBody): PrismResponse {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of answer.rawHeaders) {
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  // Prism throws at a Content-Type that is not one, and at some that are.
  delete headers['content-type'];
  const media = mediaTypeOf(answer);
  if (media !== undefined) headers['content-type'] = writeMediaType(media);
  return { statusCode: answer.status, headers, ...(body && { body: body.value }) };
}

function placeOf({ kind, path }: PrismViolation): string {
  if (kind === 'status') return 'status';
  if (kind === 'media-type') return 'header Content-Type';
  return kind === 'header' ? `header ${path.join(' ')}` : path.map((step) => `/${step}`).join('');
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
 * Prism refuses the leap second of a clock that is not that of UTC; every shipDate is judged by the strict pass. And it
 * sees one Content-Type of several, which are a fault of the message.
 */
function isFalseAlarm({ kind, keyword, path }: PrismViolation, { rawHeaders }: Answer): boolean {
  if (kind === 'media-type') return headerValues(rawHeaders, 'content-type').length > 1;
  return keyword === 'format' && path.at(-1) === 'shipDate';
}

function valueAt(body: ParsedBody, path: readonly string[]): string {
  let value: unknown = body?.value;
  for (const step of path) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return JSON.stringify(value) ?? 'nothing';
}

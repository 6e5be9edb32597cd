import { breaksR02, type ExchangeOutcome, headerValues, type ReceivedResponse } from '../exchange.ts';
import { quoted } from '../http1/wire-text.ts';
import type { RuleId } from '../rules/rules.ts';
import type { JudgeContext } from './findings.ts';
import { isJsonType, type MediaType, readMediaType } from './media-type.ts';

const completeMessage = 'a complete and well-formed HTTP/1 message';

/** R02: a response that could not be read. Other failures say nothing about the contract. */
export function judgeFailure(
  { findings, exercised }: JudgeContext,
  { reason, message }: ExchangeOutcome & { kind: 'failed' },
): void {
  if (!breaksR02(reason)) return;
  exercised.add('R02');
  findings.add('R02', { expected: completeMessage, got: () => message });
}

export function judgeMessage({ findings, exercised }: JudgeContext, response: ReceivedResponse): void {
  exercised.add('R02');
  for (const fault of response.faults) findings.add('R02', { expected: completeMessage, got: () => fault });
}

/** Returns the media type of a response; undefined if it has none or one that cannot be read. */
export function mediaTypeOf(response: ReceivedResponse): MediaType | undefined {
  const [value] = headerValues(response.rawHeaders, 'content-type');
  return value === undefined ? undefined : readMediaType(value);
}

/** R05, R20: the content type is application/json. A repeated Content-Type breaks R02 instead. */
export function judgeMediaType(context: JudgeContext, rule: RuleId, response: ReceivedResponse): void {
  context.exercised.add(rule);
  const values = headerValues(response.rawHeaders, 'content-type');
  if (values.length > 1) return;
  const media = mediaTypeOf(response);
  if (media !== undefined && isJsonType(media)) return;
  context.findings.add(rule, {
    where: 'header Content-Type',
    expected: 'application/json',
    got: () => context.hide(values[0] === undefined ? 'no Content-Type' : quoted(values[0])),
  });
}

/** R27, R28: a 204 has no body and no header about one. All signs of a body are one finding. */
export function judgeNoContent(
  { findings, exercised, hide }: JudgeContext,
  { rawHeaders, content }: ReceivedResponse,
): void {
  exercised.add('R27').add('R28');
  const signs = ['Content-Length', 'Transfer-Encoding'].flatMap((name) =>
    headerValues(rawHeaders, name).map((value) => `${name}: ${hide(value)}`),
  );
  if (content.length > 0)
    signs.push(`${content.length} bytes ${quoted(hide(content.toString('utf8', 0, 4096)))}`);
  if (signs.length > 0) {
    const expected = 'the end of the response after its head';
    findings.add('R27', { where: 'body', expected, got: () => signs.join(', ') });
  }
  const [type] = headerValues(rawHeaders, 'content-type');
  if (type === undefined) return;
  findings.add('R28', {
    where: 'header Content-Type',
    expected: 'no Content-Type',
    got: () => quoted(hide(type)),
  });
}

/** R19: a 401 names an authentication scheme (RFC 9110, 11.6.1: a challenge begins with it). */
export function judgeChallenge({ findings, exercised }: JudgeContext, response: ReceivedResponse): void {
  exercised.add('R19');
  const challenges = headerValues(response.rawHeaders, 'www-authenticate');
  if (challenges.some((challenge) => challenge.trim() !== '')) return;
  findings.add('R19', {
    where: 'header WWW-Authenticate',
    expected: 'WWW-Authenticate: Bearer',
    got: () => (challenges.length === 0 ? 'no WWW-Authenticate' : 'an empty WWW-Authenticate'),
  });
}

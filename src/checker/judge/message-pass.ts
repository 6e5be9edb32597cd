import type { RuleId } from '../rules/rules.ts';
import type { Answer, Exchange } from '../wire/exchange.ts';
import { headerValues } from '../wire/framing.ts';
import { quoted } from '../wire/quoted.ts';
import type { Judging } from './judging.ts';
import { isJsonType, type MediaType, readMediaType } from './media-type.ts';

type Failure = Exchange['outcome'] & { kind: 'failed' };

const wholeMessage = 'a complete and well-formed HTTP/1 message';

/** R02: an answer that could not be read at all. Other failures say nothing about the contract. */
export function judgeFailure({ findings, exercised }: Judging, outcome: Failure): void {
  if (outcome.reason !== 'malformed') return;
  exercised.add('R02');
  findings.add('R02', { expected: wholeMessage, got: () => outcome.message });
}

/** R02: what is wrong with the message itself. */
export function judgeMessage({ findings, exercised }: Judging, answer: Answer): void {
  exercised.add('R02');
  for (const fault of answer.faults) findings.add('R02', { expected: wholeMessage, got: () => fault });
}

/** The media type of an answer; undefined for none or one that cannot be read. */
export function mediaTypeOf(answer: Answer): MediaType | undefined {
  const [value] = headerValues(answer.rawHeaders, 'content-type');
  return value === undefined ? undefined : readMediaType(value);
}

/** R05, R20: the content type is application/json. Two of them are a fault of the message, not of the type. */
export function judgeMediaType(judging: Judging, rule: RuleId, answer: Answer): void {
  judging.exercised.add(rule);
  const values = headerValues(answer.rawHeaders, 'content-type');
  if (values.length > 1) return;
  const media = mediaTypeOf(answer);
  if (media !== undefined && isJsonType(media)) return;
  judging.findings.add(rule, {
    where: 'header Content-Type',
    expected: 'application/json',
    got: () => judging.hide(values[0] === undefined ? 'no Content-Type' : quoted(values[0])),
  });
}

/** R27, R28: a 204 has no body and no header about one. Everything that makes one is one finding. */
export function judgeNoContent({ findings, exercised, hide }: Judging, answer: Answer): void {
  exercised.add('R27').add('R28');
  const signs = ['Content-Length', 'Transfer-Encoding'].flatMap((name) =>
    headerValues(answer.rawHeaders, name).map((value) => `${name}: ${hide(value)}`),
  );
  if (answer.content.length > 0) {
    signs.push(`${answer.content.length} bytes ${quoted(hide(answer.content.toString('utf8', 0, 4096)))}`);
  }
  if (signs.length > 0) {
    findings.add('R27', {
      where: 'body',
      expected: 'the end of the answer after its head',
      got: () => signs.join(', '),
    });
  }
  const [type] = headerValues(answer.rawHeaders, 'content-type');
  if (type === undefined) return;
  findings.add('R28', {
    where: 'header Content-Type',
    expected: 'no Content-Type',
    got: () => quoted(hide(type)),
  });
}

/** R19: a 401 names the scheme it wants. */
export function judgeChallenge({ findings, exercised }: Judging, answer: Answer): void {
  exercised.add('R19');
  if (headerValues(answer.rawHeaders, 'www-authenticate').length > 0) return;
  findings.add('R19', {
    where: 'header WWW-Authenticate',
    expected: 'WWW-Authenticate: Bearer',
    got: () => 'no WWW-Authenticate',
  });
}

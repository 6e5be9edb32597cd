import { bearerTokenOf } from '../../authorization.ts';
import { namesSecret } from '../../secrets/of-request.ts';
import { redacted, type Secrets } from '../../secrets/secrets.ts';
import { formatDateTime } from '../../text/date-time.ts';
import type { ApiKeys } from '../environment/api-keys.ts';
import type { JournalEntry } from '../environment/journal/journal-entry.ts';
import { createRedactor, type Redactor } from '../environment/journal/redactor.ts';
import { headerFields, queryFields, splitTarget } from '../environment/journal/request-fields.ts';
import { showBody } from '../environment/journal/show-body.ts';
import type { CapsuleRequest, Header } from './capsule.ts';

/**
 * Converts an exchange without secrets, so that sending the request again has the same effect.
 *
 * @param secrets all keys that the environment had since its start
 */
export function capsuleRequest(entry: JournalEntry, keys: ApiKeys, secrets: Secrets): CapsuleRequest {
  const redactor = createRedactor(entry, secrets);
  const headers = headerFields(entry.rawHeaders).map(([name, value]): Header => {
    const isCredential = name.toLowerCase() === 'authorization';
    return [name, isCredential ? credential(value, keys, redactor) : redactor.header(name, value)];
  });
  const body = showBody(entry.body, entry.bodyLength, redactor);
  const target = targetOf(entry, redactor);
  const response = responseOf(entry, redactor);
  const waits = entry.faults.filter(({ effect: { kind } }) => kind === 'wait' || kind === 'pace').length;
  return {
    at: formatDateTime(entry.begunAt),
    number: entry.number,
    request: {
      method: entry.method,
      target,
      headers,
      headersLeftOut: entry.headersLeftOut || undefined,
      body,
    },
    response,
    leftAfter: response.end === 'client-gone' && waits > 0 ? waits : undefined,
    unsure: reasonOf(entry, { waits, sent: target + (body?.text ?? '') }),
  };
}

function responseOf(entry: JournalEntry, redactor: Redactor): CapsuleRequest['response'] {
  return {
    end: entry.end ?? 'open',
    status: entry.status,
    headers: headerFields(entry.responseHeaders).flatMap(([name, value]): Header[] =>
      name === 'Sim-Gaps' ? [] : [[name, redactor.header(name, value)]],
    ),
    body: showBody(entry.responseBody, entry.responseLength, redactor),
    faults: entry.faults.map(({ id, did }) => ({ id, did })),
  };
}

function reasonOf(
  entry: JournalEntry,
  { waits, sent }: { readonly waits: number; readonly sent: string },
): string | undefined {
  if (entry.end === undefined) return 'it had not ended';
  // Its begin and its end are events of their own.
  if (entry.ended !== entry.begun + 1) return 'something else happened while it was in progress';
  if (entry.end === 'client-gone' && waits === 0) return 'its client left before the end of the response';
  if (entry.headersLeftOut > 0) return `the journal did not keep ${entry.headersLeftOut} of its headers`;
  if (entry.path === 'messages' && entry.body.length < entry.bodyLength)
    return 'the journal kept only the beginning of its body';
  return sent.includes(redacted) ? 'it contained a secret, which is left out' : undefined;
}

/** Keeps the form of a credential, on which the response depends. */
function credential(value: string, keys: ApiKeys, redactor: Redactor): string {
  const token = bearerTokenOf([value]);
  if (token === undefined) {
    const shown = redactor.header('Authorization', value);
    // A token with a space is none.
    return /^bearer /i.test(shown) ? `${shown} ${redacted}` : shown;
  }
  const id = keys.aliasOf(token);
  return value.slice(0, -token.length) + (id === undefined ? redacted : `<${id}>`);
}

/** To redact a query writes it anew; without a parameter that names a secret, it stays as it was sent. */
function targetOf({ target }: JournalEntry, redactor: Redactor): string {
  const namesNone = queryFields(splitTarget(target).query).every(([name]) => !namesSecret(name));
  return namesNone ? redactor.hide(target) : redactor.target();
}

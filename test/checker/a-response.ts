import type { Answer } from '../../src/checker/wire/exchange.ts';

/** An answer as the checker's sender gives it, with this content; whatever else of it matters is given. */
export function aResponse(text = '', given: Partial<Answer> = {}): Answer {
  const content = Buffer.from(text);
  return {
    statusLine: '',
    status: 200,
    rawHeaders: [],
    content,
    body: content,
    faults: [],
    durationMs: 0,
    ...given,
  };
}

import type { JSX } from 'preact';
import type { Body, Header } from '../../../control-api.ts';

/** A request or a response as it was sent. */
export function ExchangeMessage(props: {
  readonly title: string;
  readonly line: string;
  readonly headers: readonly Header[];
  readonly body: Body | undefined;
}): JSX.Element {
  const { title, line, headers, body } = props;
  const head = [line, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  return (
    <section>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys */}
      <pre tabIndex={0}>{body === undefined ? head : `${head}\n\n${contentOf(body)}`}</pre>
    </section>
  );
}

function contentOf({ text, base64, length, truncated }: Body): string {
  const content = text ?? `${base64 ?? ''}\n(as base64)`;
  return truncated ? `${content}\n(the beginning of ${length.toLocaleString('en')} bytes)` : content;
}

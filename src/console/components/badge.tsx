import type { ComponentChildren } from 'preact';

/** What a colour means; the word in the badge says it too. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The status of a response, or that there is none yet. */
export function StatusBadge({ status }: { readonly status: number | undefined }) {
  if (status === undefined) return <Badge tone="neutral">open</Badge>;
  const tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad';
  return <Badge tone={tone}>{status}</Badge>;
}

import type { ComponentChildren } from 'preact';
import type { Resource } from '../api/use-resource.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

/** What a page shows where there is nothing yet, and what to do about it. */
export function EmptyState(props: {
  readonly title: string;
  /** The page of the documentation about it, in the repository and in the package. */
  readonly docs?: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty stack">
      <strong>{props.title}</strong>
      {props.children}
      {props.docs !== undefined && (
        <p>
          Documentation: <code>{props.docs}</code>
        </p>
      )}
    </div>
  );
}

/** An error that stays until it is gone. */
export function ErrorBanner(props: { readonly text: string; readonly onRetry?: () => void }) {
  return (
    <div class="banner" role="alert">
      <Icon name="alert" />
      <p>{props.text}</p>
      {props.onRetry && <Button label="Try again" onClick={props.onRetry} />}
    </div>
  );
}

/** Shows a resource when it is there. An error is shown above the last response, so that the page is never blank. */
export function Loaded<T>(props: {
  readonly resource: Resource<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  const { data, error, reload } = props.resource;
  return (
    <>
      {error !== undefined && <ErrorBanner text={error} {...(reload && { onRetry: reload })} />}
      {data === undefined ? error === undefined && <p class="muted">Loading…</p> : props.children(data)}
    </>
  );
}

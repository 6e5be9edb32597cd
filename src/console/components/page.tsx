import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { EnvironmentView } from '../../control-api.ts';

/** What a page of an environment receives. */
export type PageProps = {
  readonly environment: string;
  /** The environment, as last reported. */
  readonly view: EnvironmentView;
  /** What follows the name of the page in the address: `['17']` for `#/production/journal/17`. */
  readonly rest: readonly string[];
};

/** The frame of a page. Its heading receives the focus when the user comes from another page. */
export function Page(props: {
  readonly title: string;
  /** One sentence for who sees the page for the first time. */
  readonly intro?: ComponentChildren;
  /** What the user can do with the whole page. */
  readonly actions?: ComponentChildren;
  /** Whether the page is as high as the window, because a table in it scrolls. */
  readonly fills?: boolean;
  readonly children: ComponentChildren;
}) {
  const { title, intro, actions, fills = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · store-orders-sim`;
    // When the page has just been loaded, the focus is where the browser puts it.
    if (navigator.userActivation.hasBeenActive) heading.current?.focus();
  }, [title]);
  return (
    <div class={fills ? 'page fills stack' : 'page stack'}>
      <div class="page-head row">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro !== undefined && <p class="intro">{intro}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

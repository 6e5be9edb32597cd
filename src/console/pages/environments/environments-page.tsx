import type { JSX } from 'preact';
import { Page } from '../../components/page.tsx';

/** Environments. */
export function EnvironmentsPage(): JSX.Element {
  return <Page title="Environments">{null}</Page>;
}

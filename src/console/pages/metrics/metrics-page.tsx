import type { JSX } from 'preact';
import { Page } from '../../components/page.tsx';

/** Metrics. */
export function MetricsPage(): JSX.Element {
  return <Page title="Metrics">{null}</Page>;
}

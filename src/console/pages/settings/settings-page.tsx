import type { JSX } from 'preact';
import { Page } from '../../components/page.tsx';

/** Settings. */
export function SettingsPage(): JSX.Element {
  return <Page title="Settings">{null}</Page>;
}

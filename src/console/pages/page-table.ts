import type { ComponentType } from 'preact';
import { EnvironmentsPage } from './environments/environments-page.tsx';
import { FaultsPage } from './faults/faults-page.tsx';
import { GapsPage } from './gaps/gaps-page.tsx';
import { HoldsPage } from './holds/holds-page.tsx';
import { JournalPage } from './journal/journal-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import type { PageProps } from './page-props.ts';
import { SettingsPage } from './settings/settings-page.tsx';

/** A page of an environment: `#/production/orders`. */
export type EnvironmentPage = {
  readonly path: string;
  readonly title: string;
  readonly Page: ComponentType<PageProps>;
};

/** The pages of each environment, in the order of the navigation. */
export const environmentPages: readonly EnvironmentPage[] = [
  { path: 'orders', title: 'Orders', Page: OrdersPage },
  { path: 'journal', title: 'Journal', Page: JournalPage },
  { path: 'gaps', title: 'Gaps', Page: GapsPage },
  { path: 'faults', title: 'Faults', Page: FaultsPage },
  { path: 'holds', title: 'Holds', Page: HoldsPage },
];

/** A page of the whole simulator: `#/settings`. */
export type SimulatorPage = {
  readonly path: string;
  readonly title: string;
  readonly Page: ComponentType;
};

/** The pages of the simulator, in the order of the navigation. */
export const simulatorPages: readonly SimulatorPage[] = [
  { path: 'environments', title: 'Environments', Page: EnvironmentsPage },
  { path: 'settings', title: 'Settings', Page: SettingsPage },
];

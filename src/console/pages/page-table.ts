import type { ComponentType } from 'preact';
import type { PageProps } from '../components/page.tsx';
import { EnvironmentsPage } from './environments/environments-page.tsx';
import { FaultsPage } from './faults/faults-page.tsx';
import { GapsPage } from './gaps/gaps-page.tsx';
import { HoldsPage } from './holds/holds-page.tsx';
import { JournalPage } from './journal/journal-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';

/** A page, by its name in the address: `#/production/orders`, `#/settings`. */
type PageRow<Component> = { readonly path: string; readonly title: string; readonly Page: Component };

/** The pages of each environment, in the order of the navigation. */
export const environmentPages: readonly PageRow<ComponentType<PageProps>>[] = [
  { path: 'orders', title: 'Orders', Page: OrdersPage },
  { path: 'journal', title: 'Journal', Page: JournalPage },
  { path: 'gaps', title: 'Gaps', Page: GapsPage },
  { path: 'faults', title: 'Faults', Page: FaultsPage },
  { path: 'holds', title: 'Holds', Page: HoldsPage },
];

/** The pages of the simulator, in the order of the navigation. */
export const simulatorPages: readonly PageRow<ComponentType>[] = [
  { path: 'environments', title: 'Environments', Page: EnvironmentsPage },
  { path: 'settings', title: 'Settings', Page: SettingsPage },
];

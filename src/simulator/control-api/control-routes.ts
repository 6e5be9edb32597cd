import { clockRoutes } from './clock-routes.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { sessionRoutes } from './console/session-routes.ts';
import type { ControlRoute } from './control-route.ts';
import { environmentRoutes } from './environment-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { holdRoutes } from './hold-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { simulatorRoutes } from './simulator-routes.ts';

/** The routes by their tag in the document. */
export const routesByTag = {
  console: [...consoleRoutes, ...sessionRoutes],
  simulator: simulatorRoutes,
  environments: environmentRoutes,
  orders: orderRoutes,
  behaviour: [...profileRoutes, ...faultRoutes, ...holdRoutes, ...clockRoutes, ...keyRoutes],
  journal: journalRoutes,
};

/** Every route of the control API except the two probes. */
export const controlRoutes: readonly ControlRoute[] = Object.values(routesByTag).flat();

import { clockRoutes } from './clock-routes.ts';
import type { ControlRoute } from './control-route.ts';
import { documentRoutes } from './document-routes.ts';
import { environmentRoutes } from './environment-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { gateRoutes } from './gate-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { stateRoutes } from './state-routes.ts';

/**
 * Every route of the control API beside the two probes; each is behind the guard. `openapi/control.yaml` describes the
 * same, which a test holds.
 */
export const controlRoutes: readonly ControlRoute[] = [
  ...documentRoutes,
  ...metricsRoutes,
  ...scenarioRoutes,
  ...environmentRoutes,
  ...stateRoutes,
  ...orderRoutes,
  ...profileRoutes,
  ...faultRoutes,
  ...gateRoutes,
  ...clockRoutes,
  ...keyRoutes,
  ...journalRoutes,
];

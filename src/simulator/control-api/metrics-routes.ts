import type { ControlRoute } from './control-route.ts';
import { nothing } from './input-schemas.ts';
import { readQuery } from './read-input.ts';

/** The metrics, in the text form of Prometheus. */
export const metricsRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/metrics',
    takes: 'nothing',
    answer: async ({ parts, query }) => {
      readQuery(query, nothing);
      const { writeMetrics } = await import('./metrics.ts');
      return { status: 200, ...(await writeMetrics(parts)) };
    },
  },
];

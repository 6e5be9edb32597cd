import type { ControlClient } from '../../client/control-client.ts';
import type { McpTool } from '../tool.ts';
import { explainFailuresTool } from './explain-failures.ts';
import { injectFaultTool } from './inject-fault.ts';
import { listOrdersTool } from './list-orders.ts';
import { openEnvironmentTool } from './open-environment.ts';
import { resetTool } from './reset.ts';
import { verifyTool } from './verify.ts';

/** Creates the tools that need only a simulator. */
export function simulatorTools(control: ControlClient): readonly McpTool[] {
  return [
    openEnvironmentTool,
    listOrdersTool,
    injectFaultTool,
    explainFailuresTool,
    verifyTool,
    resetTool,
  ].map((create) => create(control));
}

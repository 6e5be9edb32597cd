import type { ControlClient } from '../../client/control-client.ts';
import type { McpTool } from '../tool.ts';
import { openEnvironmentTool, resetTool } from './environments.ts';
import { injectFaultTool } from './inject-fault.ts';
import { explainFailuresTool, verifyTool } from './journal.ts';
import { listOrdersTool } from './list-orders.ts';

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

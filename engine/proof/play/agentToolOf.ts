import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { resolveUse } from '../../model/index.ts';
import type { Call } from '../../run/index.ts';

/** The tool that the agent of a task calls, by the name that its model knows; null for calls of models, and of tasks that use no agent. */
export function agentToolOf(analysis: Analysis, call: Call): string | null {
  if (call.type !== 'tool.call') return null;
  const task = analysis.graph.nodes.get(call.taskId)?.task;
  const isAgent = task !== undefined && resolveUse(effectiveWorkflow(analysis), task).kind === 'agent';
  return isAgent ? call.toolId : null;
}

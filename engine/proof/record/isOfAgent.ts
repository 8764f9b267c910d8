import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { resolveUse } from '../../model/index.ts';
import type { Call } from '../../run/index.ts';

/** Whether a call is of a tool that an agent uses: it is not made where the answer of the agent is written. */
export function isOfAgent({ analysis }: { readonly analysis: Analysis }, call: Call): boolean {
  const task = analysis.graph.nodes.get(call.taskId)?.task;
  return (
    call.type === 'tool.call' && task !== undefined && resolveUse(effectiveWorkflow(analysis), task).kind === 'agent'
  );
}

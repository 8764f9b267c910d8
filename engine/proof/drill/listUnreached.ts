import { failureCodes } from '../../effects/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { agentTools, callsOut } from '../../testFile/index.ts';
import type { DrillBaseline } from './chooseRuns.ts';
import type { Fault } from './Fault.ts';
import { listFaults } from './listFaults.ts';

/** What calls something that can fail, and is called in none of the runs: tasks, and tools of the agents of tasks that are. */
export function listUnreached(
  analysis: Analysis,
  played: readonly DrillBaseline[],
): readonly Pick<Fault, 'task' | 'of'>[] {
  const workflow = effectiveWorkflow(analysis);
  return [...analysis.graph.nodes.values()].flatMap((node): readonly Pick<Fault, 'task' | 'of'>[] => {
    const { id, task, isReachable } = node;
    if (!isReachable || task.isDisabled || !callsOut(workflow, task)) return [];
    const faults = played.flatMap(({ usual }) => listFaults(node, usual));
    if (faults.length === 0) return [{ task: id, of: null }];
    return [...(agentTools(workflow, task) ?? [])].flatMap(([tool, { use }]) => {
      const canFail = use === null || failureCodes({ type: 'tool.call', use }).length > 0;
      return canFail && !faults.some(({ of }) => of?.tool === tool) ? [{ task: id, of: { tool, call: 1 } }] : [];
    });
  });
}

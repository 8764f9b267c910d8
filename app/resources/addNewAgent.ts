import { addAgent, newAgentId, newTaskId } from '#engine/edit';
import { activeAnalysis, dispatch, select } from '../session/index.ts';
import { addChoice, draftOfAgent } from '../session/workspace/index.ts';

/** What is asked of a new agent. */
export interface NewAgent {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly instructions: string;
  /** Whether a task that asks it comes with it. */
  readonly isPlaced: boolean;
}

/**
 * Writes an agent, and where it is wanted a task that asks it, where the panel of tasks would put it, in one step; what was added
 * is selected. Returns whether it was.
 */
export function addNewAgent({ name, isPlaced, ...said }: NewAgent): boolean {
  const analysis = activeAnalysis('own');
  if (analysis === null) return false;
  // As its task is called, where no other agent is.
  const id = newAgentId(analysis, { id: newTaskId(analysis, { ...draftOfAgent('agent'), name }) });
  const settings = {
    provider: said.provider,
    model: said.model.trim() || undefined,
    instructions: said.instructions.trim() || undefined,
  };
  if (isPlaced) {
    return addChoice({ ...draftOfAgent(id), name: name.trim() || undefined, agentSettings: settings });
  }
  if (!dispatch(addAgent(analysis, { id, ...settings }))) return false;
  select({ resource: { kind: 'agent', id } });
  return true;
}

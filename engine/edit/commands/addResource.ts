import type { DataMap, Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { findIdProblem, freshName } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, insertAt, setAt } from '../steps/editFile.ts';
import { type AgentSettings, formatAction, formatAgent, formatMemory, formatTool } from '../steps/newTask.ts';

/** The requested id, made unique; a plain one when absent. */
export interface NewResource {
  readonly id?: string | undefined;
}

/** Adds an agent with starting values that pass the check; its id is {@link newAgentId}. */
export function addAgent(analysis: Analysis, args: NewResource & AgentSettings): Result<Transaction, Refusal> {
  const { agents } = analysis.workflow;
  return append(analysis, {
    list: ['agents'],
    count: agents.length,
    ...made(newAgentId(analysis, args), (id) => formatAgent(id, args)),
  });
}

/** Adds a tool with starting values that pass the check; its id is {@link newToolId}. */
export function addTool(analysis: Analysis, args: NewResource): Result<Transaction, Refusal> {
  const { tools } = analysis.workflow;
  return append(analysis, { list: ['tools'], count: tools.length, ...made(newToolId(analysis, args), formatTool) });
}

/** Adds an action to an agent; its id is {@link newActionId}. */
export function addAction(
  analysis: Analysis,
  args: NewResource & { readonly agent: string },
): Result<Transaction, Refusal> {
  const agent = analysis.workflow.agents.find(({ id }) => id === args.agent);
  if (!agent) return refuse('UNKNOWN_RESOURCE', args.agent, `There is no agent “${args.agent}” in this file.`);
  const list = [...agent.path, 'actions'];
  return append(analysis, { list, count: agent.actions.length, ...made(newActionId(analysis, args), formatAction) });
}

/** Adds the workflow's memory, or an agent's own; its id is {@link newMemoryId}. Refused with `DUPLICATE_ID` where there is one. */
export function addMemory(
  analysis: Analysis,
  { agent, ...args }: NewResource & { readonly agent?: string | undefined },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const id = newMemoryId(analysis, args);
  const problem = findIdProblem(id);
  if (problem) return refuse('INVALID_ID', id, problem);
  const owner = agent === undefined ? analysis.workflow : analysis.workflow.agents.find((other) => other.id === agent);
  if (!owner) return refuse('UNKNOWN_RESOURCE', agent ?? '', `There is no agent “${agent}” in this file.`);
  if (owner.memory) {
    const message =
      agent === undefined
        ? 'This workflow has a memory already. An agent can have a separate one.'
        : `“${agent}” has a memory already.`;
    return refuse('DUPLICATE_ID', owner.memory.id, message);
  }
  const path = 'path' in owner ? [...owner.path, 'memory'] : ['memory'];
  return editFile(analysis, { origin: `addMemory:${agent ?? ''}`, steps: [setAt(path, formatMemory(id))] });
}

/** The id that {@link addMemory} gives: that of no other memory, since two with one id are one store. */
export function newMemoryId({ workflow: { agents, memory } }: Analysis, { id = 'memory' }: NewResource): string {
  return freshName(id, new Set([memory, ...agents.map((agent) => agent.memory)].flatMap((held) => held?.id ?? [])));
}

/** The id that {@link addAgent} gives. */
export function newAgentId({ workflow }: Pick<Analysis, 'workflow'>, { id = 'agent' }: NewResource): string {
  return freshName(id, new Set(workflow.agents.map((agent) => agent.id)));
}

/** The id that {@link addTool} gives. */
export function newToolId(analysis: Analysis, { id = 'tool' }: NewResource): string {
  return freshName(id, new Set(analysis.workflow.tools.map((tool) => tool.id)));
}

/** The id that {@link addAction} gives. */
export function newActionId(
  analysis: Analysis,
  { id = 'answer', agent }: NewResource & { readonly agent: string },
): string {
  const actions = analysis.workflow.agents.find((candidate) => candidate.id === agent)?.actions ?? [];
  return freshName(id, new Set(actions.map((action) => action.id)));
}

interface Appendix {
  readonly list: Path;
  readonly count: number;
  readonly id: string;
  readonly value: DataMap;
}

function made(id: string, format: (id: string) => DataMap): { readonly id: string; readonly value: DataMap } {
  return { id, value: format(id) };
}

function append(analysis: Analysis, { list, count, id, value }: Appendix): Result<Transaction, Refusal> {
  const problem = findIdProblem(id);
  if (problem) return refuse('INVALID_ID', id, problem);
  return editFile(analysis, { origin: `add:${list.join('.')}.${id}`, steps: [insertAt(list, count, value)] });
}

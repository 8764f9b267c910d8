import { type Data, type DataMap, isDataMap, toJson } from '../base/index.ts';
import { type Agent, readReference, resolveUse, type Task, type Workflow } from '../model/index.ts';
import { builtInNamed } from '../tools/index.ts';
import { type AnswerForm, formOfBuiltIn } from './answerSchema.ts';

/** The tools of the agent that a task uses: their names, and what each answers with; null where it uses no agent. */
export function agentTools(workflow: Workflow, task: Task): ReadonlyMap<string, AnswerForm> | null {
  const use = resolveUse(workflow, task);
  if (use.kind !== 'agent') return null;
  return new Map(use.agent.tools.flatMap((entry) => readTool(workflow, use.agent, entry)));
}

function readTool(workflow: Workflow, agent: Agent, entry: Data): readonly (readonly [string, AnswerForm])[] {
  const id = isDataMap(entry) ? entry.get('id') : undefined;
  if (!isDataMap(entry) || typeof id !== 'string') return [];
  const shared = entry.has('use') ? undefined : workflow.tools.find((tool) => tool.id === id);
  const schema = shared === undefined ? outputOf(entry) : shared.schema.output;
  const source = `tool ${id} of agent ${agent.id}`;
  if (schema !== null) return [[id, { schema: toJson(schema), isPartial: false, source }]];
  const use = shared === undefined ? readReference(entry.get('use')) : shared.use;
  const tool = use?.repo === 'core' ? builtInNamed(use.package) : undefined;
  return [[id, tool === undefined ? { schema: null, isPartial: false, source } : formOfBuiltIn(tool.name)]];
}

function outputOf(entry: DataMap): Data {
  const schema = entry.get('schema');
  return isDataMap(schema) ? (schema.get('output') ?? null) : null;
}

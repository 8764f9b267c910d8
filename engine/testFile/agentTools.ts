import { type Data, type DataMap, isDataMap, toJson } from '../base/index.ts';
import { type Agent, readReference, resolveUse, type Task, type Workflow } from '../model/index.ts';
import { builtInNamed } from '../tools/index.ts';
import { type AnswerForm, formOfBuiltIn } from './answerSchema.ts';

/** What a tool of an agent is, and answers with. */
export interface AgentToolForm extends AnswerForm {
  /** What it runs, such as `core:http`; null where the agent does not say it. */
  readonly use: string | null;
}

/** The tools of the agent that a task uses: their names, and what each answers with; null where it uses no agent. */
export function agentTools(workflow: Workflow, task: Task): ReadonlyMap<string, AgentToolForm> | null {
  const use = resolveUse(workflow, task);
  if (use.kind !== 'agent') return null;
  return new Map(use.agent.tools.flatMap((entry) => readTool(workflow, use.agent, entry)));
}

function readTool(workflow: Workflow, agent: Agent, entry: Data): readonly (readonly [string, AgentToolForm])[] {
  const id = isDataMap(entry) ? entry.get('id') : undefined;
  if (!isDataMap(entry) || typeof id !== 'string') return [];
  const shared = entry.has('use') ? undefined : workflow.tools.find((tool) => tool.id === id);
  const schema = shared === undefined ? outputOf(entry) : shared.schema.output;
  const source = `tool ${id} of agent ${agent.id}`;
  const reference = shared === undefined ? readReference(entry.get('use')) : shared.use;
  const use = reference === null ? null : `${reference.repo}:${reference.package}`;
  if (schema !== null) return [[id, { schema: toJson(schema), isPartial: false, source, use }]];
  const tool = reference?.repo === 'core' ? builtInNamed(reference.package) : undefined;
  const form = tool === undefined ? { schema: null, isPartial: false, source } : formOfBuiltIn(tool.name);
  return [[id, { ...form, use }]];
}

function outputOf(entry: DataMap): Data {
  const schema = entry.get('schema');
  return isDataMap(schema) ? (schema.get('output') ?? null) : null;
}

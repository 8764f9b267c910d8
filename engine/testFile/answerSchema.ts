import { type Data, type DataMap, isDataMap, type Json, toJson } from '../base/index.ts';
import { type Agent, readReference, resolveUse, type Task, type Workflow } from '../model/index.ts';
import { builtInNamed } from '../tools/index.ts';

/** What a task's calls are answered with. `isPartial`: keys may be omitted. */
export interface AnswerForm {
  /** Null: anything. */
  readonly schema: Json;
  readonly isPartial: boolean;
  /** Whether a text is what a model said, whatever it is: it may not fit the schema. */
  readonly takesText?: true;
  /** What says so, for people. */
  readonly source: string;
}

/** The form of the answers of a task; null where it makes no call by itself. */
export function answerForm(workflow: Workflow, task: Task): AnswerForm | null {
  const use = resolveUse(workflow, task);
  switch (use.kind) {
    case 'agent': {
      const schema = use.action?.output ?? null;
      return {
        schema: schema === null ? null : toJson(schema),
        isPartial: false,
        takesText: true,
        source: `agent ${use.agent.id}`,
      };
    }
    case 'tool': {
      const { output } = use.tool.schema;
      if (output !== null) return { schema: toJson(output), isPartial: false, source: `tool ${use.tool.id}` };
      const around = use.tool.use;
      return around?.repo === 'core' ? formOfBuiltIn(around.package) : ANYTHING;
    }
    case 'core':
      return formOfBuiltIn(use.name);
    case 'none':
      return task.import === null ? null : ANYTHING;
    default:
      return ANYTHING;
  }
}

/** Whether a task calls something of the world by itself: an agent, a tool with an address, files, another workflow. */
export function callsOut(workflow: Workflow, task: Task): boolean {
  const use = resolveUse(workflow, task);
  const tool = use.kind === 'core' ? builtInNamed(use.name) : undefined;
  if (tool?.reach === 'nowhere' && tool.store === undefined) return false;
  return answerForm(workflow, task) !== null;
}

const ANYTHING: AnswerForm = { schema: null, isPartial: false, source: '' };

/** What a built-in tool answers with, by its name without `core:`. */
export function formOfBuiltIn(name: string): AnswerForm {
  const tool = builtInNamed(name);
  return tool === undefined ? ANYTHING : { schema: tool.schema.output, isPartial: true, source: `core:${name}` };
}

/** What a tool of an agent is, and answers with. */
interface AgentToolForm extends AnswerForm {
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

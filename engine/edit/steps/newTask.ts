import { type Data, type DataMap, toData } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { parseReference, type TaskType, traitsOf } from '../../model/index.ts';
import { builtInUse, HTTP, MEMORY_DEFAULTS, MOCK_PROVIDER } from '../../tools/index.ts';
import { freshId, slugify } from '../find/freshId.ts';
import { insertAt, type Step } from './editFile.ts';

/** What the user chose for a task that is yet to be written. */
export interface TaskDraft {
  readonly type: TaskType;
  /** The requested id; made from `name`, `use` or `type` when absent. Made unique either way. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** `agent:<id>`, `tool:<id>`, `core:<name>`, … */
  readonly use?: string | undefined;
  readonly action?: string | undefined;
  readonly with?: DataMap | undefined;
  /** Absent: what the type requires. */
  readonly config?: DataMap | undefined;
  /** The id of an agent that is written with the task, where the workflow has none of it; `use` names it. */
  readonly newAgent?: string | undefined;
  readonly agentSettings?: AgentSettings | undefined;
}

/** A free id for the draft. */
export function idForDraft(analysis: Analysis, draft: TaskDraft): string {
  return freshId(analysis, draft.id ?? baseFor(draft));
}

function baseFor({ type, name, use }: TaskDraft): string {
  const fallback = traitsOf(type).newId;
  if (name !== undefined && name.trim() !== '') return slugify(name, fallback);
  if (use === undefined) return fallback;
  const reference = parseReference(use);
  return slugify(reference?.package.split('/').at(-1) ?? '', fallback);
}

/** The steps that write the agent a draft brings along. */
export function agentSteps(
  { workflow: { agents } }: Analysis,
  { newAgent, agentSettings }: TaskDraft,
): readonly Step[] {
  if (newAgent === undefined || agents.some(({ id }) => id === newAgent)) return [];
  return [insertAt(['agents'], agents.length, formatAgent(newAgent, agentSettings))];
}

/** The task as data, keys in the order people expect, with what its type requires. It passes the check as it is. */
export function formatDraft(draft: TaskDraft, id: string): DataMap {
  const task = new Map<string, Data>([['id', id]]);
  if (draft.name !== undefined && draft.name.trim() !== '') task.set('name', draft.name);
  task.set('type', draft.type);
  if (draft.use !== undefined) task.set('use', draft.use);
  if (draft.action !== undefined) task.set('action', draft.action);
  if (draft.with !== undefined && draft.with.size > 0) task.set('with', draft.with);
  if (draft.config !== undefined) return task.set('config', draft.config);
  const config = traitsOf(draft.type).start.flatMap(({ key, value, isInsteadOfUse }) =>
    value === undefined || (isInsteadOfUse === true && draft.use !== undefined) ? [] : [[key, value] as const],
  );
  if (config.length > 0) task.set('config', new Map(config));
  return task;
}

/** What a person said of a new agent; what is absent is made up. */
export interface AgentSettings {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** What its one action is told. */
  readonly instructions?: string | undefined;
}

/** A new agent with one action. Unless its settings say otherwise it runs immediately, offline: with the mock provider. */
export function formatAgent(
  id: string,
  { provider = MOCK_PROVIDER, model = 'mock-1', instructions }: AgentSettings = {},
): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['use', 'core:agent'],
    ['config', toData({ provider, model })],
    ['actions', [formatAction('answer', instructions)]],
  ]);
}

/** A new action: its instructions, and the schema of what it answers. */
export function formatAction(id: string, instructions = 'Answer the question in one paragraph.'): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['instructions', instructions],
    ['output', toData({ type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] })],
  ]);
}

/** A new tool: an HTTP request with its input and output described. */
export function formatTool(id: string): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['use', builtInUse(HTTP)],
    [
      'schema',
      toData({
        input: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
        output: { type: 'object', properties: { status: { type: 'integer' }, body: {} } },
      }),
    ],
  ]);
}

/** Conversation memory that lives as long as the page, with the local embedder. */
export function formatMemory(id: string): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['vector', toData({ use: MEMORY_DEFAULTS.vector, dimensions: 384, config: {} })],
    ['options', toData({ lastMessages: 10 })],
  ]);
}

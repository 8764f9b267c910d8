import { type DataMap, findClosest } from '../../base/index.ts';
import { childrenOf, resolveUse, type Task, type Workflow } from '../../model/index.ts';
import { type BuiltInName, type BuiltInTool, builtInNamed, builtInUse } from '../../tools/index.ts';
import { declaredKeys } from './passedData.ts';

/** The built-in that a task calls, by itself or by the tool that it uses. */
export interface CalledBuiltIn {
  readonly tool: BuiltInTool & { readonly name: BuiltInName };
  /** How messages name what is called. */
  readonly name: string;
  /** Of the definition; null where the task uses the built-in itself. */
  readonly config: DataMap | null;
  /** The keys that a call reads; null where it reads any. */
  readonly keys: ReadonlySet<string> | null;
}

/** What a task that calls a built-in calls; undefined for all others, and for containers, whose children do the work. */
export function calledBuiltIn(workflow: Workflow, task: Task): CalledBuiltIn | undefined {
  if (task.use === null || childrenOf(task).length > 0) return undefined;
  const use = resolveUse(workflow, task);
  const definition = use.kind === 'tool' ? use.tool : null;
  const reference = definition === null ? task.use : definition.use;
  const isBuiltIn = reference?.repo === 'core' && (definition !== null || use.kind === 'core');
  const tool = isBuiltIn ? builtInNamed(reference.package) : undefined;
  if (tool === undefined) return undefined;
  const { properties } = tool.schema.input;
  const own = definition === null ? tool.directConfig : declaredKeys(definition.schema.input);
  return {
    tool,
    name: definition === null ? builtInUse(tool) : `tool:${definition.id}, which is ${builtInUse(tool)}`,
    config: definition?.config ?? null,
    keys: properties === undefined ? null : new Set([...Object.keys(properties), ...(own ?? [])]),
  };
}

/** What other programs call the inputs of built-ins. */
const ELSEWHERE: Partial<Record<BuiltInName, Readonly<Record<string, string>>>> = {
  http: { uri: 'url', endpoint: 'url', address: 'url', params: 'query', qs: 'query', payload: 'json', data: 'json' },
  html: { uri: 'url', address: 'url', selector: 'select' },
  log: { text: 'message', msg: 'message' },
  raise: { error: 'message', msg: 'message' },
};

/** The input that is most likely meant by a key that a built-in does not read. */
export function meantInput({ tool, keys }: CalledBuiltIn, key: string): string | undefined {
  return ELSEWHERE[tool.name]?.[key] ?? findClosest(key, keys ?? []);
}

/** One of `keys`, for calls whose `op` is one of `ops`. */
interface Need {
  readonly keys: readonly string[];
  readonly ops?: readonly string[];
}

/** What calls need besides the keys that the schema of their input requires: a run fails at one without it. */
const NEEDS: Partial<Record<BuiltInName, readonly Need[]>> = {
  javascript: [{ keys: ['code', 'file'] }],
  csv: [{ keys: ['text', 'rows'] }],
  html: [{ keys: ['html', 'url'] }],
  kv: [
    { keys: ['key'], ops: ['get', 'set', 'delete'] },
    { keys: ['value'], ops: ['set'] },
  ],
  file: [
    { keys: ['path'], ops: ['read', 'write', 'delete'] },
    { keys: ['text'], ops: ['write'] },
  ],
  memory: [
    { keys: ['content'], ops: ['append'] },
    { keys: ['query'], ops: ['search'] },
  ],
};

/** Keys one of which a call needs, a list for each need. `op` is what its input says, where that is the same in every run. */
export function neededBy({ tool, config }: CalledBuiltIn, op: unknown): readonly (readonly string[])[] {
  const { required } = tool.schema.input;
  const always = (Array.isArray(required) ? required : []).map((key) => [String(key)]);
  const needs = (NEEDS[tool.name] ?? []).filter(
    ({ keys, ops }) => (ops?.some((each) => each === op) ?? true) && !keys.some((key) => config?.has(key) === true),
  );
  return [...always, ...needs.map(({ keys }) => keys)];
}

import { type Data, isDataMap, toData } from '../../base/index.ts';
import { effectiveWorkflow, type ShownAnalysis } from '../../graph/index.ts';
import {
  findTask,
  parseReference,
  type Reference,
  resolveUse,
  type Task,
  toReference,
  type Workflow,
} from '../../model/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { type BuiltInTool, builtInNamed } from '../../tools/index.ts';
import { nodeOfPath } from '../places/nodeAt.ts';
import { dataAt } from './completeSchema.ts';
import { keysOfSchema, type ToolKey } from './schemaKeys.ts';
import type { DocumentDraft } from './startValue.ts';

/** One name that a tool reads of its input or its config. */
export interface ReadKey {
  readonly name: string;
  /** Its schema's description; may be empty. */
  readonly description: string;
}

/** The names that what a task runs reads of its input, in the order of its schema; none where that is not known. */
export function listInputKeys(analysis: ShownAnalysis, taskId: string): readonly ReadKey[] {
  const workflow = effectiveWorkflow(analysis);
  const task = findTask(workflow, taskId);
  return task === undefined ? [] : inputKeysOf(workflow, task).map(toReadKey);
}

/** The names that a tool reads of its config, by the path of that config; none where they are not known. */
export function listConfigKeys(analysis: ShownAnalysis, path: Path): readonly ReadKey[] {
  const tool = findNode(analysis.syntax, path.slice(0, -1));
  return configKeysOf(analysis, path, tool === undefined ? null : toNodeData(tool)).map(toReadKey);
}

/** The keys that what runs there reads of the map at a path: of a `with`, or of the `config` of a tool. */
export function toolKeysAt(draft: DocumentDraft, path: Path): readonly ToolKey[] {
  const key = path.at(-1);
  const { analysis, document } = draft;
  if (key === 'config') return configKeysOf(analysis, path, dataAt(document, path.slice(0, -1)) ?? null);
  if (key !== 'with') return [];
  const workflow = effectiveWorkflow(analysis);
  const own = nodeOfPath(analysis, path);
  const isOwn = own !== null && path.length === own.task.path.length + 1;
  const next = isOwn ? undefined : dataAt(document, [...path.slice(0, -1), 'next']);
  const task = isOwn ? own.task : typeof next === 'string' ? findTask(workflow, next) : undefined;
  return task === undefined ? [] : inputKeysOf(workflow, task);
}

/** By the task's own schema, and that of the tool or built-in it runs. */
function inputKeysOf(workflow: Workflow, task: Task): readonly ToolKey[] {
  const use = resolveUse(workflow, task);
  const own = keysOfSchema(task.inputSchema);
  if (use.kind === 'core') return unique([...own, ...directKeysOf(builtInNamed(use.name))]);
  if (use.kind !== 'tool') return own;
  const declared = keysOfSchema(use.tool.schema.input);
  return unique([...own, ...(declared.length > 0 ? declared : keysOfBuiltIn(builtInOf(use.tool.use), 'input'))]);
}

/** What a built-in reads in the `with` of a task that names it. */
function directKeysOf(tool: BuiltInTool | undefined): readonly ToolKey[] {
  const config = keysOfBuiltIn(tool, 'config').filter(({ key }) => tool?.directConfig?.includes(key));
  return [...keysOfBuiltIn(tool, 'input'), ...config];
}

/** By the tool's own schema, and the built-in it runs; `written` is the data at the place of the tool. */
function configKeysOf(analysis: ShownAnalysis, path: Path, written: Data): readonly ToolKey[] {
  const isTool = path[0] === 'tools' || (path[0] === 'agents' && path.includes('tools'));
  if (!isTool || path.at(-1) !== 'config') return [];
  const { tools } = effectiveWorkflow(analysis);
  const [id, use] = isDataMap(written) ? [written.get('id'), written.get('use')] : [];
  // A tool of an agent that has only an id is that of the workflow.
  const known =
    path[0] === 'tools' ? tools.find((tool) => tool.path[1] === path[1]) : tools.find((tool) => tool.id === id);
  const schema = isDataMap(written) ? dataAt(written, ['schema', 'config']) : undefined;
  return unique([
    ...keysOfSchema(schema ?? known?.schema.config ?? null),
    ...keysOfBuiltIn(builtInOf(readUse(use) ?? known?.use ?? null), 'config'),
  ]);
}

/** A `use` in any of its forms. */
function readUse(use: Data | undefined): Reference | null {
  if (typeof use === 'string') return parseReference(use);
  if (!isDataMap(use)) return null;
  const [repo, name] = [use.get('repo'), use.get('package')];
  return typeof repo === 'string' && typeof name === 'string' ? toReference(repo, name, null) : null;
}

function builtInOf(use: Reference | null): BuiltInTool | undefined {
  return use?.repo === 'core' ? builtInNamed(use.package) : undefined;
}

function keysOfBuiltIn(tool: BuiltInTool | undefined, part: 'config' | 'input'): readonly ToolKey[] {
  return tool === undefined ? [] : keysOfSchema(toData(tool.schema[part]));
}

/** Of keys of one name the first counts. */
function unique(keys: readonly ToolKey[]): readonly ToolKey[] {
  const seen = new Set<string>();
  return keys.filter(({ key }) => !seen.has(key) && seen.add(key));
}

function toReadKey({ key, description }: ToolKey): ReadKey {
  return { name: key, description };
}

import { type Data, isDataMap } from '../base/index.ts';
import { type Syntax, toNodeData } from '../syntax/index.ts';
import { valueAt } from './Conversion.ts';
import { kindOf } from './kindOf.ts';
import { readReference } from './reference.ts';
import { hasGoTemplates } from './templates.ts';

/** What tells that a document is written for Compozy. */
export interface Dialect {
  /** What was found, as it is written: `$use`, `type: router`. */
  readonly marks: readonly string[];
}

/** Marks that no document of this format has; two others are needed for the same certainty. */
const CERTAIN: ReadonlySet<string> = new Set(['$use: …', 'use: agent(…)', '$ref: local::…']);

/** Finds out whether a document is written for Compozy; null where it is not, or where that cannot be told. */
export function findDialect(syntax: Syntax): Dialect | null {
  const data = toNodeData(syntax.root);
  if (!isDataMap(data)) return null;
  const marks = new Set<string>();
  markDocument(data, marks);
  if (marks.size === 0) return null;
  if (hasGoTemplates(syntax)) marks.add('{{ .workflow }}');
  return marks.size > 1 || [...marks].some((mark) => CERTAIN.has(mark)) ? { marks: [...marks] } : null;
}

type Marks = Set<string>;

function markDocument(data: Data, marks: Marks): void {
  if (typeof valueAt(data, 'type') === 'string') markTask(data, marks);
  for (const task of listOf(data, 'tasks')) markTask(task, marks);
  for (const tool of listOf(data, 'tools')) markTool(tool, marks);
  if (kindOf(data) === 'agent') markAgent(data, marks);
  if (kindOf(data) === 'tool') markTool(data, marks);
  for (const agent of listOf(data, 'agents')) markAgent(agent, marks);
  if (valueAt(valueAt(data, 'config'), 'input') !== undefined && listOf(data, 'tasks').length > 0)
    marks.add('config.input');
  if (Array.isArray(valueAt(data, 'schemas'))) marks.add('schemas');
}

function markTool(tool: Data, marks: Marks): void {
  if (valueAt(tool, 'execute') !== undefined) marks.add('execute');
  if (valueAt(tool, 'schema') === undefined && valueAt(tool, 'input') !== undefined) marks.add('input of a tool');
}

function markAgent(agent: Data, marks: Marks): void {
  if (isForeignRef(valueAt(valueAt(agent, 'config'), '$ref'))) marks.add('$ref: local::…');
  for (const action of listOf(agent, 'actions')) {
    if (valueAt(action, 'prompt') !== undefined && valueAt(action, 'instructions') === undefined) marks.add('prompt');
  }
  for (const tool of listOf(agent, 'tools')) {
    if (isForeignRef(valueAt(tool, '$ref'))) marks.add('$ref: local::…');
    if (isCall(valueAt(tool, 'use'))) marks.add('use: agent(…)');
  }
}

/** Settings that this format has in `config`, by the type of task. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  decision: ['condition', 'routes'],
  router: ['condition', 'routes'],
  collection: ['items', 'task', 'item_var'],
  parallel: ['strategy', 'max_workers'],
  composite: ['strategy'],
};

function markTask(task: Data, marks: Marks): void {
  if (!isDataMap(task)) return;
  const given = task.get('type');
  const type = typeof given === 'string' ? given : '';
  if (type === 'router' || type === 'aggregate') marks.add(`type: ${type}`);
  if (task.has('$use')) marks.add('$use: …');
  if (isCall(task.get('use'))) marks.add('use: agent(…)');
  for (const key of ['agent', 'tool', 'prompt', 'final']) {
    if (task.has(key)) marks.add(key === 'final' ? 'final' : `${key} of a task`);
  }
  for (const key of BESIDE[type] ?? []) if (task.has(key)) marks.add(`${key} beside config`);
  for (const child of [...listOf(task, 'tasks'), ...[task.get('task')].filter(isDataMap)]) markTask(child, marks);
}

function isCall(use: Data | undefined): boolean {
  return typeof use === 'string' && readReference(use) !== null;
}

function isForeignRef(ref: Data | undefined): boolean {
  return typeof ref === 'string' && /^(?:local|global|resource)::/.test(ref);
}

function listOf(data: Data, key: string): readonly Data[] {
  const list = valueAt(data, key);
  return Array.isArray(list) ? list : [];
}

import { type Data, isDataMap } from '../base/index.ts';
import { type Syntax, toNodeData } from '../syntax/index.ts';
import { valueAt } from './Conversion.ts';
import { readReference } from './entries.ts';
import { hasGoTemplates } from './templates.ts';

/** What tells that a document is written for Compozy. */
export interface Dialect {
  /** What was found, as it is written: `$use`, `type: router`. */
  readonly marks: readonly string[];
}

/**
 * Marks that only a document of the other format has; of the rest it takes two that are not the same slip, in a document with
 * nothing that only this format has.
 */
const CERTAIN: ReadonlySet<string> = new Set(['$use: …', 'use: agent(…)', '$ref: local::…']);

/** Settings of this format that a person writes next to `config`, in which they belong: one slip, however many there are. */
const FORGOTTEN_CONFIG: ReadonlySet<string> = new Set(['condition', 'routes', 'items'].map(besideConfig));

/**
 * Finds out whether a document is written for Compozy; null where it is not, or where that cannot be told. A document that is
 * written for this format but for a slip is not: all that is found in it would be hidden by one finding.
 */
export function findDialect(syntax: Syntax): Dialect | null {
  const data = toNodeData(syntax.root);
  if (!isDataMap(data)) return null;
  const signs = new Signs();
  markDocument(data, signs);
  if (signs.marks.size === 0) return null;
  if (hasGoTemplates(syntax)) signs.add('{{ .workflow }}');
  return signs.isForeign() ? { marks: [...signs.marks.keys()] } : null;
}

/** What was found of either format. */
class Signs {
  /** How often each mark of the other format was found. */
  readonly marks = new Map<string, number>();
  #own = 0;

  add(mark: string): void {
    this.marks.set(mark, (this.marks.get(mark) ?? 0) + 1);
  }

  /** Counts something that only documents of this format have. */
  addOwn(): void {
    this.#own++;
  }

  isForeign(): boolean {
    const marks = [...this.marks.keys()];
    if (marks.some((mark) => CERTAIN.has(mark))) return this.#own < sumOf(this.marks.values());
    const slips = new Set(marks.map((mark) => (FORGOTTEN_CONFIG.has(mark) ? 'a setting next to config' : mark)));
    return this.#own === 0 && slips.size > 1;
  }
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}

function markDocument(data: Data, signs: Signs): void {
  if (typeof valueAt(data, 'type') === 'string') markTask(data, signs);
  for (const task of listOf(data, 'tasks')) markTask(task, signs);
  for (const tool of listOf(data, 'tools')) markTool(tool, signs);
  if (kindOf(data) === 'agent') markAgent(data, signs);
  if (kindOf(data) === 'tool') markTool(data, signs);
  for (const agent of listOf(data, 'agents')) markAgent(agent, signs);
  if (valueAt(valueAt(data, 'config'), 'input') !== undefined && listOf(data, 'tasks').length > 0)
    signs.add('config.input');
  if (Array.isArray(valueAt(data, 'schemas'))) signs.add('schemas');
}

function markTool(tool: Data, signs: Signs): void {
  if (isOwnUse(valueAt(tool, 'use'))) signs.addOwn();
  markSchemas(tool, signs);
  if (valueAt(tool, 'execute') !== undefined) signs.add('execute');
  if (valueAt(tool, 'schema') === undefined && valueAt(tool, 'input') !== undefined) signs.add('input of a tool');
}

/** Schemas of what a tool or a task gets and gives, which may be those of the project. */
function markSchemas(owner: Data, signs: Signs): void {
  for (const key of ['input', 'output'])
    if (isForeignRef(valueAt(valueAt(owner, key), '$ref'))) signs.add('$ref: local::…');
}

function markAgent(agent: Data, signs: Signs): void {
  if (isOwnUse(valueAt(agent, 'use'))) signs.addOwn();
  if (isForeignRef(valueAt(valueAt(agent, 'config'), '$ref'))) signs.add('$ref: local::…');
  for (const action of listOf(agent, 'actions')) {
    if (valueAt(action, 'prompt') !== undefined && valueAt(action, 'instructions') === undefined) signs.add('prompt');
  }
  for (const tool of listOf(agent, 'tools')) {
    if (isForeignRef(valueAt(tool, '$ref'))) signs.add('$ref: local::…');
    if (isCall(valueAt(tool, 'use'))) signs.add('use: agent(…)');
  }
}

/** What Compozy has next to `config`, by the type of task. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  decision: ['condition', 'routes'],
  router: ['condition', 'routes'],
  collection: ['items', 'task', 'item_var'],
  parallel: ['strategy', 'max_workers'],
  composite: ['strategy'],
};

function markTask(task: Data, signs: Signs): void {
  if (!isDataMap(task)) return;
  const given = task.get('type');
  const type = typeof given === 'string' ? given : '';
  if (type === 'router' || type === 'aggregate') signs.add(`type: ${type}`);
  if (task.has('$use')) signs.add('$use: …');
  if (isCall(task.get('use'))) signs.add('use: agent(…)');
  for (const key of ['agent', 'tool', 'prompt', 'final']) {
    if (task.has(key)) signs.add(key === 'final' ? 'final' : `${key} of a task`);
  }
  for (const key of BESIDE[type] ?? []) {
    if (task.has(key)) signs.add(besideConfig(key));
    if (valueAt(task.get('config'), key) !== undefined) signs.addOwn();
  }
  if (isOwnUse(task.get('use'))) signs.addOwn();
  markSchemas(task, signs);
  for (const child of [...listOf(task, 'tasks'), ...[task.get('task')].filter(isDataMap)]) markTask(child, signs);
}

function besideConfig(key: string): string {
  return `${key} next to config`;
}

function isCall(use: Data | undefined): boolean {
  return typeof use === 'string' && readReference(use) !== null;
}

/** `core:http`, `agent:clerk`: what a task runs, as only this format writes it. */
function isOwnUse(use: Data | undefined): boolean {
  return typeof use === 'string' && /^[a-z]+:[^\s(]/.test(use);
}

function isForeignRef(ref: Data | undefined): boolean {
  return typeof ref === 'string' && /^\$?(?:local|global|resource)::/.test(ref);
}

function listOf(data: Data, key: string): readonly Data[] {
  const list = valueAt(data, key);
  return Array.isArray(list) ? list : [];
}

/** What a document of the other format is: a workflow, or one definition for others to import. */
export type DocumentKind = 'workflow' | 'task' | 'agent' | 'tool';

/** Tells by the keys of a document what it is. */
export function kindOf(data: Data): DocumentKind {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => valueAt(data, key) !== undefined);
  if (typeof valueAt(data, 'type') === 'string' && !has('agents')) return 'task';
  if (has('tasks', 'agents')) return 'workflow';
  if (has('actions', 'instructions')) return 'agent';
  return has('execute') || (has('input') && !has('tools')) ? 'tool' : 'workflow';
}

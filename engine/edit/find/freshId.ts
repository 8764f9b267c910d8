import type { Data } from '../../base/index.ts';
import { type ExpressionNode, parseBareTemplate } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { configOf, parseReference, traitsOf, type Workflow, walkTasks } from '../../model/index.ts';
import { takenIds } from './findTaskNode.ts';

/** Every task id in use, nested ones included, and `end`, which means the end of a branch. */
export function takenTaskIds(workflow: Workflow): Set<string> {
  const taken = new Set(['end']);
  for (const { task } of walkTasks(workflow)) taken.add(task.id);
  return taken;
}

/** A task id that is free: the base itself, else `base-2`, `base-3`, … */
export function freshId(analysis: Analysis, base: string): string {
  return freshName(base, takenIds(analysis));
}

/** The base itself if it is free, else the first free of `base-2`, `base-3`, …; a number at its end counts on. */
export function freshName(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  const stem = base.replace(/-\d+$/, '') || base;
  let count = 2;
  while (taken.has(`${stem}-${count}`)) count += 1;
  return `${stem}-${count}`;
}

/** An id made from words: lower case, hyphens; the fallback where nothing is left. */
export function slugify(words: string, fallback: string): string {
  const slug = words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^[\d-]+|-+$/g, '')
    .slice(0, 48);
  return slug === '' ? fallback : slug;
}

/** As {@link findIdProblem} for an agent or a tool, which `use` names: `agent:<id>`. */
export function findReferableProblem(id: string): string | null {
  const reference = parseReference(`tool:${id}`);
  const isReferable = reference?.package === id && reference.version === null;
  return (
    findIdProblem(id) ??
    (isReferable ? null : 'An id of an agent or a tool holds no blanks and no “@”, since “use” names it.')
  );
}

/** Why an id cannot be given to a task, agent, tool, memory or action; null when it can. */
export function findIdProblem(id: string): string | null {
  if (id.trim() === '') return 'An id needs at least one character.';
  if (id !== id.trim() || /\p{Cc}/u.test(id)) return 'An id must not begin or end with blanks, or hold line breaks.';
  if (id.length > 128) return 'An id may have at most 128 characters.';
  if (id.includes('{{')) return 'An id is never a template.';
  if (id === 'end') return 'The id “end” means the end of a branch. Choose another.';
  if (id === '__proto__') return 'The id “__proto__” is not usable. Choose another.';
  return null;
}

/**
 * The key proposed for a new route to a target, free among the decision's routes: `true`, then `false`, where the condition
 * plainly gives one of these, else the target's id, with a number added when it is taken.
 */
export function freshRouteKey(analysis: Analysis, source: string, target: string): string {
  const task = analysis.graph.nodes.get(source)?.task;
  if (task === undefined || !traitsOf(task.type).hasRoutes) return target;
  const { routes, condition } = configOf(task);
  const taken = new Set((routes ?? []).map((route) => route.key));
  return possibleKeys(condition).find((key) => !taken.has(key)) ?? freshName(target, taken);
}

function possibleKeys(condition: Data | undefined): readonly string[] {
  if (typeof condition !== 'string') return [];
  const template = parseBareTemplate(condition);
  const isPlain = template.kind === 'expression' && template.errors.length === 0;
  return isPlain && givesBoolean(template.expression.ast) ? ['true', 'false'] : [];
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);
const TESTS: ReadonlySet<string> = new Set(['contains', 'startsWith', 'endsWith', 'matches']);

/** Whether an expression gives true or false by its form alone, whatever the values are. */
function givesBoolean(node: ExpressionNode): boolean {
  switch (node.kind) {
    case 'unary':
      return node.operator === '!';
    case 'binary':
      return COMPARISONS.has(node.operator);
    case 'logical':
      return givesBoolean(node.left) && givesBoolean(node.right);
    case 'call':
      return TESTS.has(node.name);
    default:
      return typeof (node.kind === 'literal' ? node.value : null) === 'boolean';
  }
}

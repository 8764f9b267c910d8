import type { Data } from '../../base/index.ts';
import { type ExpressionNode, parseBareTemplate } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { configOf, traitsOf } from '../../model/index.ts';
import { freshName } from './freshId.ts';

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

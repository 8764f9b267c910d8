import type { Json } from '../base/index.ts';
import { ROOTS } from '../expression/index.ts';
import { type Analysis, effectiveWorkflow } from '../graph/index.ts';
import type { Task } from '../model/index.ts';
import type { Path } from '../text/index.ts';
import type { TypeScope } from './Inference.ts';
import { knownOf } from './knownOf.ts';
import { readRoot } from './readRoot.ts';
import { ANY, orNull, type Shape, TEXT } from './Shape.ts';

/** What the caller knows beyond the document. */
export interface ShapeContext {
  /** Names of the workspace's variables, for `env.`. */
  readonly variables?: readonly string[];
  /**
   * What a root gave in the last run: `tasks` is `{id: {output, status, …}}`. `task` is the id of the task whose text
   * holds the expression (null outside of tasks), for roots that depend on it, as `input` does. Undefined where nothing
   * is known. Secrets must be masked already: what it gives is shown.
   */
  readonly lastValues?: (root: string, task: string | null) => Json | undefined;
}

/** The document, the task whose text holds the expression (null outside of tasks), and what the caller knows. */
export interface ShapeScope {
  readonly analysis: Analysis;
  readonly task: Task | null;
  /** The place of the text in the document: `event`, `output` and others depend on it. */
  readonly path?: Path;
  readonly context: ShapeContext;
}

const DESCRIPTIONS: ReadonlyMap<string, (typeof ROOTS)[number]> = new Map(ROOTS.map((root) => [root.name, root]));

/** What is known of a root in an expression; undefined when there is no such root. */
export function rootShape({ analysis, task, path, context }: ShapeScope, root: string): Shape | undefined {
  const described = DESCRIPTIONS.get(root);
  if (described === undefined) return undefined;
  const known = knownOf(effectiveWorkflow(analysis));
  // With imports in their place a task is another object than the one of the text.
  const own = task === null ? null : (known.tasks.get(task.id) ?? task);
  const place = { task: own, inside: own === null ? [] : (path ?? []).slice(own.path.length) };
  const shape = root === 'env' ? withVariables(readRoot(known, place, root), context) : readRoot(known, place, root);
  return {
    ...shape,
    type: shape.type === 'any' ? described.type : shape.type,
    description: described.description,
  };
}

/** What the roots are in the text at a path, without words about them: for checks, which ask often. */
export function rootTypes(analysis: Analysis, task: Task | null, path: Path): TypeScope {
  const known = knownOf(effectiveWorkflow(analysis));
  const place = { task, inside: path.slice(task?.path.length ?? 0) };
  return { root: (name) => (DESCRIPTIONS.has(name) ? readRoot(known, place, name) : undefined) };
}

/** The names that expressions of a place may use, as types. */
export function typeScope(scope: ShapeScope): TypeScope {
  const made = new Map<string, Shape>();
  return {
    root: (name) => {
      let shape = made.get(name);
      if (shape === undefined) {
        shape = rootShape(scope, name) ?? ANY;
        made.set(name, shape);
      }
      return shape;
    },
  };
}

function withVariables(env: Shape, { variables = [] }: ShapeContext): Shape {
  const text = orNull(TEXT);
  const members = [...variables.map((name) => [name, () => text] as const), ...(env.members ?? [])];
  return { ...env, members: new Map(members) };
}

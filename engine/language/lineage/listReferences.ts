import { createScopeLookup } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Path } from '../../text/index.ts';
import { isNull, rootShape, type Shape, type ShapeContext } from '../../types/index.ts';
import { nodeOfPath } from '../places/nodeAt.ts';

/** A value that an expression of a field can read. */
export interface Readable {
  /** The expression: `tasks.fetch.output.body`. */
  readonly text: string;
  /** Its type in words. */
  readonly type: string;
}

/** What is read most comes first. */
const ROOTS = ['item', 'index', 'input', 'output', 'error', 'event', 'workflow', 'tasks', 'env'] as const;

/** A list of more is not read through. */
const MOST = 400;
/** So many keys behind a root: `tasks.a.output.body.id`. */
const DEEPEST = 4;

/** The values that an expression of the field at a path can read, as far as they are known, by what they begin with. */
export function listReferences(analysis: Analysis, path: Path, context: ShapeContext): readonly Readable[] {
  const node = nodeOfPath(analysis, path);
  const found: Readable[] = [];
  const visit = (text: string, shape: Shape, depth: number): void => {
    if (found.length >= MOST || isNull(shape)) return;
    // Neither all tasks nor all variables at once are a value that anyone passes on.
    if (depth > 0 || shape.members === undefined) found.push({ text, type: shape.type });
    if (depth >= DEEPEST) return;
    for (const [key, member] of shape.members ?? []) visit(text + memberText(key), member(), depth + 1);
  };
  const whyNot = createScopeLookup(analysis.graph, { path, node });
  for (const root of ROOTS) {
    if (whyNot(root) !== undefined) continue;
    const shape = rootShape({ analysis, task: node?.task ?? null, path, context }, root);
    if (shape === undefined) continue;
    if (root !== 'tasks') visit(root, shape, 0);
    else
      for (const [id, member] of shape.members ?? []) {
        const output = id === node?.id ? undefined : member().members?.get('output');
        if (output !== undefined) visit(`tasks${memberText(id)}.output`, output(), 2);
      }
  }
  return found;
}

function memberText(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

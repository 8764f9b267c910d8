import { err, ok, type Result } from '../../base/index.ts';
import { parseBareTemplate } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { exitsOf } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { nodeOfPath } from '../places/nodeAt.ts';

/**
 * A value of a task as it is read in a field: `tasks.a.output.x`, and `output.x` in what a handler of `a` itself passes on.
 * The error says why it cannot be read there.
 * @param reference as it is read from anywhere: `tasks.a.output.x`
 * @param path the field
 */
export function placeReference(analysis: Analysis, reference: string, path: Path): Result<string, string> {
  const [expression] = parseBareTemplate(reference).expressions;
  const [read] = expression?.references ?? [];
  if (read === undefined || expression === undefined || expression.errors.length > 0)
    return err(`“${reference}” is not a value of a task.`);
  const [id, part] = read.path;
  if (read.root !== 'tasks' || typeof id !== 'string' || part !== 'output') return ok(reference);
  const owner = nodeOfPath(analysis, path);
  if (!analysis.graph.nodes.has(id)) return err(`There is no task “${id}” here.`);
  if (owner?.id !== id) return ok(reference);
  const isPassed = exitsOf(owner.task).some(
    ({ target }) => target.path.every((step, index) => step === path[index]) && path[target.path.length] === 'with',
  );
  if (!isPassed) return err(`“${id}” has no output yet where this is read: that is before it runs.`);
  const end = read.keys[1]?.end ?? 0;
  return ok(`output${reference.slice(end)}`);
}

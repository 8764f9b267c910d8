import type { Analysis, GraphNode } from '../../graph/index.ts';
import { traitsOf } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { startsWith } from '../find/shiftPath.ts';
import type { Step } from '../steps/editFile.ts';
import { renameKeys } from '../steps/rewriteReferences.ts';

/** A container whose output has that of a task, and the keys that lead to it. */
interface Around {
  readonly container: GraphNode;
  readonly keys: readonly string[];
}

/**
 * Lets what reads the output of the task at a path by way of the containers around it follow its new id: `tasks.box.output.a`
 * anywhere, and `output.a` in the handlers of `box`.
 */
export function renameInOutputs(analysis: Analysis, path: Path, to: string): Step[] {
  const around = containersAround(analysis, path);
  if (around.length === 0) return [];
  const step = renameKeys(to, ({ root, path: read }, place) => {
    for (const { container, keys } of around) {
      const known = root === 'tasks' ? [container.id, 'output', ...keys] : keys;
      const isMeant = root === 'tasks' || (root === 'output' && isHandlerOf(place, container.task.path));
      if (isMeant && startsWith(read, known)) return known.length - 1;
    }
    return null;
  });
  return [step];
}

/** The containers around a task, from the inside out, as far as their outputs go by the ids of what is in them. */
function containersAround({ graph }: Analysis, path: Path): readonly Around[] {
  const found: Around[] = [];
  let inner = [...graph.nodes.values()].find(({ task }) => task.path.join('/') === path.join('/'));
  let keys: readonly string[] = [];
  while (inner !== undefined && inner.parent !== null) {
    const container = graph.nodes.get(inner.parent);
    if (container === undefined || traitsOf(container.task.type).output !== 'children') break;
    keys = [inner.id, ...keys];
    found.push({ container, keys });
    inner = container;
  }
  return found;
}

function isHandlerOf(place: Path, task: Path): boolean {
  return startsWith(place, task) && String(place[task.length]).startsWith('on_');
}

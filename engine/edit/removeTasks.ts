import type { Result } from '../base/index.ts';
import { type Analysis, edgesBySource, type GraphEdge, type GraphNode } from '../graph/index.ts';
import { removeAt } from '../syntax/index.ts';
import type { Layout, Path, Refusal, Transaction } from '../text/index.ts';
import { editFile, findSyntaxRefusal, type Step } from './editFile.ts';
import { findTaskNode } from './findTaskNode.ts';
import { dropFromLayout } from './layoutEntries.ts';
import { refuse } from './refuse.ts';
import { removePath, setAt } from './setAt.ts';
import { readNext, writeNext } from './writeNext.ts';

/** The tasks to remove. */
export interface Removal {
  readonly ids: readonly string[];
  /** True: what led to a removed task leads on to the one task it would have led to, where there is exactly one. */
  readonly heal: boolean;
  /** The file's layout now: places of removed tasks go. */
  readonly layout?: Layout | undefined;
}

/** Removes tasks with everything inside them, and every `next`, route and `start` that names them. */
export function removeTasks(analysis: Analysis, { ids, heal, layout }: Removal): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  if (ids.length === 0) return refuse('NOTHING_SELECTED', '', 'Select a task first.');
  const nodes: GraphNode[] = [];
  for (const id of new Set(ids)) {
    const found = findTaskNode(analysis, id);
    if (!found.ok) return found;
    nodes.push(found.value);
  }
  const gone = withInside(analysis, nodes);
  const outermost = nodes.filter((node) => node.parent === null || !gone.has(node.parent));
  const follow = heal ? createFollow(analysis, gone) : () => null;
  const steps = [...retarget(analysis, gone, follow), ...moveStart(analysis, gone, follow)];
  for (const { task } of outermost.toSorted((a, b) => comparePaths(b.task.path, a.task.path))) {
    steps.push((syntax) => removeAt(syntax, task.path));
  }
  const origin = `removeTasks:${[...gone].join()}`;
  return editFile(analysis, { origin, steps, layout: dropFromLayout(layout, gone) });
}

/** The ids of the nodes and of all nodes inside them. */
function withInside(analysis: Analysis, nodes: readonly GraphNode[]): Set<string> {
  const gone = new Set<string>();
  const open = nodes.map((node) => node.id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (gone.has(id)) continue;
    gone.add(id);
    open.push(...(analysis.graph.nodes.get(id)?.children ?? []));
  }
  return gone;
}

type Follow = (id: string) => string | null;

/** Finds the one task that a removed task, and removed tasks after it, would have led to when all goes well. */
function createFollow(analysis: Analysis, gone: ReadonlySet<string>): Follow {
  const bySource = edgesBySource(analysis.graph.edges);
  return (id) => {
    const seen = new Set<string>();
    let at = id;
    while (gone.has(at) && !seen.has(at)) {
      seen.add(at);
      const targets = new Set((bySource.get(at) ?? []).filter(isMainLine).map((edge) => edge.target));
      targets.delete(at);
      const [only] = targets;
      if (targets.size !== 1 || only === undefined) return null;
      at = only;
    }
    return gone.has(at) ? null : at;
  };
}

function isMainLine({ via, isDangling }: GraphEdge): boolean {
  if (isDangling) return false;
  return (
    via === 'on_success' ||
    via === 'on_complete' ||
    via === 'sequence' ||
    via === 'default' ||
    via.startsWith('routes.')
  );
}

/** Rewrites every remaining handler and route that leads to a removed task. */
function retarget(analysis: Analysis, gone: ReadonlySet<string>, follow: Follow): Step[] {
  const paths = new Map<string, { path: Path; source: string }>();
  for (const { source, target, path, via } of analysis.graph.edges) {
    if (gone.has(source) || !gone.has(target) || via === 'sequence') continue;
    paths.set(JSON.stringify(path), { path, source });
  }
  // From the last to the first: a route that goes leaves the places of those before it alone.
  return [...paths.values()].toReversed().map(({ path, source }) => {
    const next = readNext(analysis.syntax, path).map((id) => (gone.has(id) ? follow(id) : id));
    const kept = [...new Set(next)].filter((id) => id !== null && !(id === source && next.length === 1));
    return writeNext(
      path,
      kept.filter((id) => id !== null),
    );
  });
}

/** Where the start goes, the task it led to becomes the start; without one `start` goes too. */
function moveStart(analysis: Analysis, gone: ReadonlySet<string>, follow: Follow): Step[] {
  const start = [...analysis.graph.nodes.values()].find((node) => node.isStart);
  if (!start || !gone.has(start.id)) return [];
  const next = follow(start.id);
  const first = analysis.workflow.tasks.find((task) => !gone.has(task.id));
  if (next === null || next === 'end' || next === first?.id) return [removePath(['start'])];
  return [setAt(['start'], next)];
}

/** Document order of two places. */
export function comparePaths(a: Path, b: Path): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  }
  return a.length - b.length;
}

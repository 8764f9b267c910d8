import { type Analysis, edgesBySource, effectiveWorkflow, type Graph, type GraphNode } from '../graph/index.ts';
import { roleOf } from '../model/index.ts';
import { checkSchema } from '../schema/index.ts';
import type { Findings } from './Findings.ts';
import type { Dataset, Score } from './TestFile.ts';
import { findPlace } from './taskPlaces.ts';

/** Adds what is wrong in the variants and scores of a dataset: places, agents and actions that the workflow does not have. */
export function checkDataset({ variants, scores }: Dataset, analysis: Analysis, findings: Findings): void {
  for (const { place, path } of variants.flatMap(({ changes }) => changes)) {
    const found = findPlace(analysis.syntax, place);
    if (!found.ok)
      findings.add(
        'TEST_VARIANT',
        path,
        `No place of the workflow is “${place}”: ${found.error} Write its keys with / between them.`,
      );
  }
  for (const score of scores) checkScore(score, analysis, findings);
}

function checkScore({ by, path }: Score, analysis: Analysis, findings: Findings): void {
  if (by.kind === 'schema') {
    const [problem] = checkSchema(by.schema);
    if (problem !== undefined)
      findings.add('TEST_SCORE', [...path, 'schema'], `This is not a JSON Schema: ${problem.message}`);
  }
  if (by.kind !== 'judge') return;
  const { agents } = effectiveWorkflow(analysis);
  const agent = agents.find(({ id }) => id === by.agent);
  if (agent === undefined) {
    const ids = agents.map(({ id }) => id).join(', ');
    const hint = ids === '' ? 'Add one under agents.' : `It has ${ids}.`;
    findings.add('TEST_SCORE', [...path, 'judge'], `The workflow has no agent “${by.agent}”. ${hint}`);
    return;
  }
  const actions = agent.actions.map(({ id }) => id);
  if (by.action === null ? actions.length > 1 : !actions.includes(by.action)) {
    const which =
      by.action === null ? `“${by.agent}” has several actions.` : `“${by.agent}” has no action “${by.action}”.`;
    findings.add(
      'TEST_SCORE',
      [...path, by.action === null ? 'judge' : 'action'],
      `${which} Name one under action: ${actions.join(', ')}.`,
    );
  }
}

/**
 * Ids of the tasks that can start after one has: along edges, from a container to what it holds, and from that to all else it
 * holds and what follows it. Wider than what runs do, so that what is not in it can never be.
 */
export function findFollowing(graph: Graph, id: string): ReadonlySet<string> {
  const edges = edgesBySource(graph.edges);
  const found = new Set<string>();
  const passed = new Set<string>([id]);
  const queue = [id];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const node = graph.nodes.get(at);
    if (node === undefined) continue;
    const starts = [...(edges.get(at) ?? []).map(({ target }) => target), ...node.children];
    for (const next of starts) {
      found.add(next);
      if (!passed.has(next)) queue.push(next);
      passed.add(next);
    }
    // The container itself has started before.
    if (node.parent !== null && !passed.has(node.parent)) {
      passed.add(node.parent);
      queue.push(node.parent);
    }
  }
  return found;
}

/** A way out of a task: an edge; or into one that it holds, which has no `via`. */
interface Way {
  readonly via: string | null;
  readonly target: string;
}

/** Whether a run can have two tasks side by side, in any order: somewhere before them it takes two ways at once, or one again and again. */
export function canRunBeside(graph: Graph, one: string, other: string): boolean {
  const edges = edgesBySource(graph.edges);
  const leadsTo =
    (id: string): ((way: Way) => boolean) =>
    ({ target }) =>
      target === id || findFollowing(graph, target).has(id);
  const waysOf = ({ id, children }: GraphNode): readonly Way[] => [
    ...(edges.get(id) ?? []),
    ...children.map((target) => ({ via: null, target })),
  ];
  return [...graph.nodes.values()].some((node) => {
    const ways = waysOf(node);
    const toOther = ways.filter(leadsTo(other));
    return ways.filter(leadsTo(one)).some((a) => toOther.some((b) => (a === b ? isRepeated(a) : areBothTaken(a, b))));
  });
}

/** A hook is called for each batch, round or failed attempt. */
function isRepeated({ via }: Way): boolean {
  return via !== null && roleOf(via) === 'hook';
}

/** One handler leads to all of its targets; success, failure and routes exclude each other, and nothing else does. */
function areBothTaken({ via }: Way, other: Way): boolean {
  if (via === other.via || via === null || other.via === null) return true;
  return BESIDE.has(roleOf(via)) || BESIDE.has(roleOf(other.via));
}

const BESIDE: ReadonlySet<string> = new Set(['start', 'complete', 'hook']);

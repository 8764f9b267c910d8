import type { Graph, GraphNode } from '../../../graph/index.ts';
import { exitsOf, runsTogether } from '../../../model/index.ts';
import { findNode } from '../../../syntax/index.ts';
import type { Path } from '../../../text/index.ts';
import { idsAt, nextPath } from '../../subject/idPlaces.ts';
import { type Finding, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

/** Targets of `start`, `next` and routes: they exist, are in the same container, and are no siblings in a parallel task. */
export const checkTargets: Rule = function* (subject) {
  const { graph, workflow } = subject.analysis;
  let known: IdsByContainer | undefined;
  const scopes = (): IdsByContainer => {
    known ??= groupByScope(graph.nodes.values());
    return known;
  };
  if (workflow.start !== null) {
    const finding = checkTarget(workflow.start, { path: ['start'], scope: null, scopes, subject });
    if (finding !== undefined) yield finding;
  }
  for (const node of graph.nodes.values()) {
    const isParallel = node.parent !== null && runsTogether(graph.nodes.get(node.parent)?.task.type);
    const isFine = (id: string): boolean =>
      id === 'end' || (!isParallel && findNamed(graph, id)?.parent === node.parent);
    for (const { target } of exitsOf(node.task)) {
      // Nearly all targets that were read are valid: the text itself is searched only for the rest.
      if (target.next.length > 0 && target.next.every(isFine)) continue;
      const written = findNode(subject.tree, target.path);
      // Only a route is an id by itself: of other handlers that are no map the format's rule speaks.
      if ((written?.kind === 'scalar' || written?.kind === 'list') && target.path.at(-2) !== 'routes') continue;
      const path = nextPath(written, target.path);
      for (const [index, id] of idsAt(findNode(subject.tree, path))) {
        if (id === 'end') continue;
        const place = { path: index === null ? path : [...path, index], scope: node.parent, scopes, subject };
        const finding = checkTarget(id, place);
        if (finding !== undefined) yield finding;
      }
    }
  }
};

type IdsByContainer = ReadonlyMap<string | null, readonly string[]>;

interface TargetPlace {
  readonly path: Path;
  /** The container whose children may be named; null for the top level. */
  readonly scope: string | null;
  readonly scopes: () => IdsByContainer;
  readonly subject: Subject;
}

function checkTarget(id: string, { path, scope, scopes, subject }: TargetPlace): Finding | undefined {
  const { nodes } = subject.analysis.graph;
  const target = findNamed(subject.analysis.graph, id);
  if (target === undefined) {
    const near = subject.suggest(id, () => [...(scopes().get(scope) ?? []), 'end']);
    const message = `There is no task "${id}".`;
    if (near === undefined)
      return { code: 'UNKNOWN_TARGET', path, message: `${message} Add it, or name one there is, or "end".` };
    const fixes = fixBySetting(subject, path, near, `Change to ${near}`);
    return { code: 'UNKNOWN_TARGET', path, message: `${message} Did you mean "${near}"?`, fixes };
  }
  if (target.parent !== scope) {
    const here = scope === null ? 'at the top level' : `inside "${scope}"`;
    const there = target.parent === null ? 'at the top level' : `inside "${target.parent}"`;
    const message = `"${id}" is ${there}, but only tasks ${here} can be named here. Move it, or lead from the container on.`;
    return { code: 'TARGET_OUTSIDE', path, message };
  }
  if (scope !== null && runsTogether(nodes.get(scope)?.task.type)) {
    const message = `Operations of the parallel task "${scope}" run side by side and cannot lead to each other. Use a composite for steps in order.`;
    return { code: 'SIBLING_JUMP', path, message };
  }
  return undefined;
}

/** The task of this id: nodes that no id names have keys of the graph's own. */
function findNamed({ nodes }: Graph, id: string): GraphNode | undefined {
  const node = nodes.get(id);
  return node?.task.id === id ? node : undefined;
}

function groupByScope(nodes: Iterable<GraphNode>): IdsByContainer {
  const scopes = new Map<string | null, string[]>();
  for (const { id, parent, task } of nodes) {
    if (task.id !== id) continue;
    const known = scopes.get(parent);
    if (known === undefined) scopes.set(parent, [id]);
    else known.push(id);
  }
  return scopes;
}

import type { Analysis, Graph } from '../../../graph/index.ts';
import type { RenamedText } from './RenamedText.ts';

/** Three texts in which the same things have the same names. */
interface Sides {
  readonly base: RenamedText;
  readonly ours: RenamedText;
  readonly theirs: RenamedText;
}

/**
 * A task that is wrapped gives its exits to the container. Where the other side took such an exit away, the container loses it too: the text
 * of a task without that exit, and of a container that has it, would else bring it back without a word.
 */
export function followExits({ base, ours, theirs }: Sides): void {
  const given = [base.analysis, ours.analysis, theirs.analysis] as const;
  takeAway({ base: given[0], other: given[1] }, theirs);
  takeAway({ base: given[0], other: given[2] }, ours);
}

function takeAway({ base, other }: { readonly base: Analysis; readonly other: Analysis }, side: RenamedText): void {
  for (const { source, via, target } of base.graph.edges) {
    if (via === 'sequence' || !other.graph.nodes.has(source) || leads(other.graph, { source, via })) continue;
    for (const container of newContainers(source, side.analysis.graph, base.graph)) {
      const isMoved = !leads(side.analysis.graph, { source, via }) && !other.graph.nodes.has(container);
      const edge = side.analysis.graph.edges.find(
        (each) => each.source === container && each.via === via && each.target === target,
      );
      if (isMoved && edge !== undefined) side.disconnect(edge.id);
    }
  }
}

function leads({ edges }: Graph, { source, via }: { readonly source: string; readonly via: string }): boolean {
  return edges.some((edge) => edge.source === source && edge.via === via);
}

/** The containers around a task that the text before did not have, from the inside out. */
function newContainers(id: string, { nodes }: Graph, before: Graph): readonly string[] {
  const found: string[] = [];
  let around = nodes.get(id)?.parent ?? null;
  while (around !== null && !before.nodes.has(around)) {
    found.push(around);
    around = nodes.get(around)?.parent ?? null;
  }
  return found;
}

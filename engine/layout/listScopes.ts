import type { Link } from './Box.ts';
import type { LayoutInput, LayoutNode } from './LayoutInput.ts';
import { liftLinks } from './liftLinks.ts';

/** What is placed together: the top level, or the inside of one open container. */
export interface ScopeNodes {
  /** The container; null at the top. */
  readonly parent: string | null;
  /** In document order; the start comes first. */
  readonly nodes: readonly LayoutNode[];
  readonly links: readonly Link[];
  /** Free space across the flow between two boxes, px. */
  readonly gap: number;
}

const TOP_GAP = 40;
const INNER_GAP = 20;

/** The top level and every open container, outer before inner. */
export function listScopes(input: LayoutInput): readonly ScopeNodes[] {
  const links = liftLinks(input);
  const parents: (string | null)[] = [null];
  const scopes: ScopeNodes[] = [];
  for (const parent of parents) {
    const nodes = childrenOf(input, parent);
    for (const node of nodes) if (node.children.length > 0 && !input.collapsed.has(node.id)) parents.push(node.id);
    scopes.push({ parent, nodes, links: links.get(parent) ?? [], gap: parent === null ? TOP_GAP : INNER_GAP });
  }
  return scopes;
}

function childrenOf(input: LayoutInput, parent: string | null): LayoutNode[] {
  const nodes =
    parent === null
      ? [...input.nodes.values()].filter((node) => node.parent === null)
      : (input.nodes.get(parent)?.children ?? []).flatMap((id) => input.nodes.get(id) ?? []);
  return [...nodes.filter((node) => node.isStart), ...nodes.filter((node) => !node.isStart)];
}

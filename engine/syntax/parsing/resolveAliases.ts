import { assertNever } from '../../base/index.ts';
import { MAX_DEPTH, MAX_NODES } from '../lines/limits.ts';
import type { AliasNode, Problem, SyntaxNode } from '../tree/Syntax.ts';

/** Nodes and levels under a node once its aliases are followed. */
interface Extent {
  readonly nodes: number;
  readonly depth: number;
}

interface Resolver {
  readonly anchors: Map<string, SyntaxNode | 'open'>;
  readonly extents: Map<SyntaxNode, Extent>;
  readonly problems: Problem[];
  /** How many more nodes aliases may add. */
  budget: number;
}

/**
 * The tree with each alias bound to the last anchor of its name before it, and what is wrong with aliases: unknown names,
 * an alias inside the node it refers to, more nodes or levels than a document may have once all are followed. Such an alias
 * refers to nothing, so that following aliases always ends.
 */
export function resolveAliases(
  root: SyntaxNode,
  nodeCount: number,
): { readonly root: SyntaxNode; readonly problems: readonly Problem[] } {
  const resolver: Resolver = { anchors: new Map(), extents: new Map(), problems: [], budget: MAX_NODES - nodeCount };
  return { root: resolveNode(resolver, root, 0), problems: resolver.problems };
}

function resolveNode(resolver: Resolver, node: SyntaxNode, depth: number): SyntaxNode {
  if (node.anchor !== null) resolver.anchors.set(node.anchor, 'open');
  const resolved = resolveContent(resolver, node, depth);
  if (node.anchor !== null) resolver.anchors.set(node.anchor, resolved);
  return resolved;
}

function resolveContent(resolver: Resolver, node: SyntaxNode, depth: number): SyntaxNode {
  const inner = depth + 1;
  const resolveValue = (value: SyntaxNode | null) => (value === null ? null : resolveNode(resolver, value, inner));
  switch (node.kind) {
    case 'scalar':
      return withExtent(resolver, node, []);
    case 'alias':
      return resolveAlias(resolver, node, depth);
    case 'map': {
      const entries = node.entries.map((entry) => {
        const keyNode = resolveNode(resolver, entry.keyNode, inner);
        return { ...plainEntry(entry), key: aliasKey(keyNode) ?? entry.key, keyNode, value: resolveValue(entry.value) };
      });
      return withExtent(
        resolver,
        { ...plainNode(node), kind: 'map', style: node.style, entries },
        entries.flatMap(({ keyNode, value }) => [keyNode, value]),
      );
    }
    case 'list': {
      const items = node.items.map((item) => ({ start: item.start, end: item.end, value: resolveValue(item.value) }));
      return withExtent(
        resolver,
        { ...plainNode(node), kind: 'list', style: node.style, items },
        items.map(({ value }) => value),
      );
    }
    default:
      return assertNever(node);
  }
}

function resolveAlias(resolver: Resolver, alias: AliasNode, depth: number): SyntaxNode {
  const target = resolver.anchors.get(alias.name);
  const report = (code: string, message: string): SyntaxNode => {
    resolver.problems.push({ code, severity: 'error', range: { start: alias.start, end: alias.end }, message });
    return withExtent(resolver, { ...alias, target: null }, []);
  };
  if (target === undefined) {
    return report(
      'ALIAS_UNKNOWN',
      `No anchor &${alias.name} comes before this alias. Add it to the value meant, or quote the text *${alias.name}.`,
    );
  }
  if (target === 'open') {
    return report('ALIAS_CYCLE', `The alias *${alias.name} is inside the value it refers to. Write the value out.`);
  }
  const extent = resolver.extents.get(target) ?? { nodes: 1, depth: 0 };
  if (extent.nodes > resolver.budget) {
    return report(
      'ALIAS_EXPANSION',
      `With *${alias.name} the aliases expand to more than 250,000 keys and values in all. Use fewer aliases of large values.`,
    );
  }
  if (depth + extent.depth > MAX_DEPTH) {
    return report(
      'TOO_DEEP',
      `With *${alias.name} maps and lists are nested more than ${MAX_DEPTH} levels deep. Flatten what it refers to.`,
    );
  }
  resolver.budget -= extent.nodes;
  return withExtent(resolver, { ...alias, target }, [target]);
}

function withExtent(resolver: Resolver, node: SyntaxNode, children: readonly (SyntaxNode | null)[]): SyntaxNode {
  let nodes = 1;
  let depth = 0;
  for (const child of children) {
    const extent = child === null ? undefined : resolver.extents.get(child);
    nodes += extent?.nodes ?? 0;
    depth = Math.max(depth, extent?.depth ?? 0);
  }
  const ownDepth = node.kind === 'map' || node.kind === 'list' ? 1 : 0;
  resolver.extents.set(node, { nodes, depth: depth + ownDepth });
  return node;
}

/** The text of a key that is an alias of a scalar. */
function aliasKey(keyNode: SyntaxNode): string | null {
  if (keyNode.kind !== 'alias' || keyNode.target?.kind !== 'scalar') return null;
  const { value, source } = keyNode.target;
  return typeof value === 'string' ? value : source;
}

function plainNode({ start, end, anchor, tag }: SyntaxNode) {
  return { start, end, anchor, tag };
}

function plainEntry({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end };
}

import type { Path } from '../../text/index.ts';
import type { Syntax } from '../tree/Syntax.ts';
import type { AliasNode, SyntaxNode } from '../tree/SyntaxNode.ts';

interface Places {
  /** Aliases by their place. */
  readonly aliases: ReadonlyMap<string, AliasNode>;
  readonly paths: ReadonlyMap<SyntaxNode, Path>;
}

/**
 * The name of an alias that does not refer to the same node in the tree after a change; null when all do. `toNew` maps a
 * path before the change to the path of the same node after it.
 */
export function findLostAlias(before: Syntax, after: Syntax, toNew: (path: Path) => Path): string | null {
  const old = readPlaces(before.root);
  const now = readPlaces(after.root);
  if (old.aliases.size !== now.aliases.size) {
    const { value } = [...old.aliases.values(), ...now.aliases.values()].values().next();
    return value?.name ?? '';
  }
  for (const alias of old.aliases.values()) {
    const found = now.aliases.get(keyOf(toNew(old.paths.get(alias) ?? [])));
    if (found?.name !== alias.name || !isSame(alias.target, found.target)) return alias.name;
  }
  return null;

  function isSame(target: SyntaxNode | null, found: SyntaxNode | null): boolean {
    if (target === null || found === null) return target === found;
    return keyOf(toNew(old.paths.get(target) ?? [])) === keyOf(now.paths.get(found) ?? []);
  }
}

/** Every node by its path; a key has the step -1, since it may be an alias too, or bear an anchor. */
function readPlaces(root: SyntaxNode | null): Places {
  const aliases = new Map<string, AliasNode>();
  const paths = new Map<SyntaxNode, Path>();
  const visit = (node: SyntaxNode | null, path: Path): void => {
    if (node === null) return;
    paths.set(node, path);
    if (node.kind === 'alias') aliases.set(keyOf(path), node);
    if (node.kind === 'list') for (const [index, { value }] of node.items.entries()) visit(value, [...path, index]);
    if (node.kind !== 'map') return;
    for (const { key, keyNode, value } of node.entries) {
      visit(keyNode, [...path, key, -1]);
      visit(value, [...path, key]);
    }
  };
  visit(root, []);
  return { aliases, paths };
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}

import { ok } from '../../base/index.ts';
import { applyEdits, mapOffset, type Path, type TextEdit } from '../../text/index.ts';
import { hasReferences, parseSyntax } from '../parsing/parseSyntax.ts';
import type { Syntax } from '../tree/Syntax.ts';
import type { AliasNode, SyntaxNode } from '../tree/SyntaxNode.ts';
import { type Edits, trimEdits } from './composeSteps.ts';
import { breaksAlias } from './refusals.ts';

/**
 * Accepts edits unless an alias that stays would no longer refer to the same node: refused with `ALIAS_BROKEN`.
 * An edit inside that node is accepted: the alias is meant to follow it.
 */
export function keepAliases(syntax: Syntax, edits: Edits): Edits {
  if (!edits.ok) return edits;
  const trimmed = trimEdits(syntax.text, edits.value);
  if (!hasReferences(syntax) || trimmed.length === 0) return ok(trimmed);
  const after = parseSyntax(applyEdits(syntax.text, trimmed), { syntax, edits: trimmed });
  const aliases = new Map(collectAliases(after.root).map((alias) => [alias.start, alias]));
  for (const alias of collectAliases(syntax.root)) {
    if (trimmed.some((edit) => edit.start < alias.end && edit.end > alias.start)) continue;
    const now = aliases.get(mapOffset(trimmed, alias.start, 1));
    if (now?.name !== alias.name || !isSameTarget(alias, now, trimmed)) return breaksAlias(alias.name);
  }
  return ok(trimmed);
}

function isSameTarget(before: AliasNode, after: AliasNode, edits: readonly TextEdit[]): boolean {
  if (before.target === null || after.target === null) return before.target === after.target;
  const { start } = before.target;
  return after.target.start === mapOffset(edits, start, 1) || after.target.start === mapOffset(edits, start, -1);
}

function collectAliases(root: SyntaxNode | null): AliasNode[] {
  const aliases: AliasNode[] = [];
  const visit = (node: SyntaxNode | null): void => {
    if (node?.kind === 'alias') aliases.push(node);
    if (node?.kind === 'list') for (const { value } of node.items) visit(value);
    if (node?.kind !== 'map') return;
    for (const { keyNode, value } of node.entries) {
      visit(keyNode);
      visit(value);
    }
  };
  visit(root);
  return aliases;
}

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

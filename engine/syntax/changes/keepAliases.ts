import { ok } from '../../base/index.ts';
import { applyEdits, mapOffset, type TextEdit } from '../../text/index.ts';
import { hasReferences, parseSyntax } from '../parsing/parseSyntax.ts';
import type { Syntax } from '../tree/Syntax.ts';
import type { AliasNode, SyntaxNode } from '../tree/SyntaxNode.ts';
import { trimEdits } from './composeSteps.ts';
import type { Edits } from './Edits.ts';
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

/** YAML texts as trees with ranges, and the smallest edits that change them. The only room that knows the YAML library. */
export { entryOf, followAlias } from './entryOf.ts';
export { findNode, findRange } from './findNode.ts';
export { type PreviousSyntax, parseSyntax } from './parseSyntax.ts';
export { pathAt } from './pathAt.ts';
export type { RangePart, Syntax } from './Syntax.ts';
export type { AliasNode, ListItem, ListNode, MapEntry, MapNode, ScalarNode, SyntaxNode } from './SyntaxNode.ts';
export { originOf } from './shiftNode.ts';
export { toNodeData } from './toNodeData.ts';

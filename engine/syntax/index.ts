/** YAML texts as trees with ranges, and the smallest edits that change them. The only room that knows the YAML library. */
export { composeSteps, type EditStep } from './composeSteps.ts';
export { entryOf, followAlias } from './entryOf.ts';
export { findNode, findRange } from './findNode.ts';
export { insertItem } from './insertItem.ts';
export { insertSource } from './insertSource.ts';
export { moveItem } from './moveItem.ts';
export { type PreviousSyntax, parseSyntax } from './parseSyntax.ts';
export { pathAt } from './pathAt.ts';
export { quoteText } from './quoteText.ts';
export type { YamlStyle } from './readStyle.ts';
export { type RemoveOptions, removeAt } from './removeAt.ts';
export { renameKey } from './renameKey.ts';
export type { RangePart, Syntax } from './Syntax.ts';
export type { AliasNode, ListItem, ListNode, MapEntry, MapNode, ScalarNode, SyntaxNode } from './SyntaxNode.ts';
export { type SetOptions, setValue } from './setValue.ts';
export { originOf } from './shiftNode.ts';
export { toNodeData } from './toNodeData.ts';

/**
 * YAML texts as trees with ranges, and the smallest edits that change them. The only folder that uses the YAML library.
 *
 * Inside, from low to high; each folder imports only those before it, and `parsing` and `writing` not each other:
 * - `lines`: a text before it is read: lines, parts that can be read alone, characters, limits.
 * - `tree`: the nodes of a document, and how to find one by its path or offset.
 * - `simple`: from text to tree, where it is written as most workflows are, without the library's tokens.
 * - `parsing`: from text to tree, again or only where the text changed.
 * - `writing`: from values to text, in the style of what is around.
 * - `changes`: the edits that set, add, remove, rename and move parts of a document.
 */
export { composeSteps, type EditStep } from './changes/composeSteps.ts';
export { moveItemsTo } from './changes/moveItemsTo.ts';
export { type ItemMove, moveItem, moveItemTo } from './changes/moveItemTo.ts';
export { insertSource } from './changes/putItems.ts';
export { type RemoveOptions, removeAt } from './changes/removePlace.ts';
export { insertItem, type SetOptions, setValue } from './changes/setValue.ts';
export { renameKey } from './changes/writeTextBlock.ts';
export { quoteText } from './lines/quoteText.ts';
export { attachedStart, columnOf, commentStart, isFirstOnLine, partEnd } from './lines/textLines.ts';
export { type PreviousSyntax, parseSyntax } from './parsing/parseSyntax.ts';
export { type BeginningSize, joinParts, readBeginning, readParts, type TextPart } from './parsing/readParts.ts';
export { tellTabs } from './parsing/tellTabs.ts';
export { loadYaml, withYaml } from './parsing/withYaml.ts';
export { YamlMissing } from './parsing/YamlMissing.ts';
export { findNode, findRange, pathAt } from './tree/findNode.ts';
export { countItems, itemAt, itemOrigin } from './tree/JoinedList.ts';
export {
  type AliasNode,
  entryOf,
  followAlias,
  type ListItem,
  type ListNode,
  type MapEntry,
  type MapNode,
  type RangePart,
  type ScalarNode,
  type Syntax,
  type SyntaxNode,
} from './tree/Syntax.ts';
export { originOf } from './tree/shiftNode.ts';
export { toNodeData } from './tree/toNodeData.ts';
export { entryLines } from './writing/formatData.ts';
export { readStyle, type YamlStyle } from './writing/readStyle.ts';

/**
 * What an editor asks about a document: completion, hover, names, outline, folds, colours. Plain data in and out.
 *
 * Inside, from low to high; each folder imports only those before it, and `lineage`, `names` and `outline` not each other:
 * - `places`: what an offset of the text points at: a key, a value, an expression, a reference.
 * - `lineage`: which task reads what of which.
 * - `names`: ids and what they mean: definitions, references, rename.
 * - `outline`: symbols, folds and colours of the whole document.
 * - `completion`: what can be typed at a place.
 * - `hover`: the description of a place, and the parameters of a function that is typed.
 */

export { sampleOutput } from '../types/index.ts';
export { completionsAt } from './completion/completionsAt.ts';
export type { InputField, InputKind } from './completion/inputFields.ts';
export { placeOfInput } from './completion/placeOfInput.ts';
export { listConfigFields, listInputFields } from './completion/toolKeys.ts';
export { hoverAt } from './hover/hoverAt.ts';
export { type Signature, signatureAt } from './hover/signatureAt.ts';
export { listOffers, listReferences, type Offer, type Readable } from './lineage/listOffers.ts';
export { type Lineage, listReads, type Read, traceTasks } from './lineage/listReads.ts';
export { placeReference } from './lineage/placeReference.ts';
export { definitionAt } from './names/definitionAt.ts';
export { type Reference, referencesAt } from './names/referencesAt.ts';
export { prepareRenameAt, type RenamePlace, renameAt } from './names/renameAt.ts';
export { documentSymbols } from './outline/documentSymbols.ts';
export { type FoldingRange, foldingRanges } from './outline/foldingRanges.ts';
export { semanticTokens, TOKEN_KINDS, type TokenKind } from './outline/semanticTokens.ts';
export type {
  CompletionContext,
  CompletionItem,
  CompletionKind,
  DocumentSymbol,
  NamedTool,
} from './places/LanguageItem.ts';
export { nodeAt, rangeOfNode } from './places/nodeAt.ts';

/** What an editor asks about a document: completion, hover, names, outline, folds, colours. Plain data in and out. */
export { completionsAt } from './completionsAt.ts';
export { definitionAt } from './definitionAt.ts';
export { documentSymbols } from './documentSymbols.ts';
export { type FoldingRange, foldingRanges } from './foldingRanges.ts';
export { hoverAt } from './hoverAt.ts';
export type {
  CompletionContext,
  CompletionItem,
  CompletionKind,
  DocumentSymbol,
  NamedTool,
} from './LanguageItem.ts';
export { nodeAt, rangeOfNode } from './places.ts';
export { type Reference, referencesAt } from './referencesAt.ts';
export { prepareRenameAt, type RenamePlace, renameAt } from './renameAt.ts';
export { semanticTokens, TOKEN_KINDS, type TokenKind } from './semanticTokens.ts';
export { type Signature, signatureAt } from './signatureAt.ts';
export { listConfigKeys, listInputKeys, type ReadKey } from './toolKeys.ts';

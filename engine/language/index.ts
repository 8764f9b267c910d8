/** What an editor asks about a document: completion, hover, definition, outline, places of tasks. Plain data in and out. */
export { completionsAt } from './completionsAt.ts';
export { definitionAt } from './definitionAt.ts';
export { documentSymbols } from './documentSymbols.ts';
export { hoverAt } from './hoverAt.ts';
export type {
  CompletionItem,
  CompletionKind,
  DocumentSymbol,
} from './LanguageItem.ts';
export { nodeAt, rangeOfNode } from './places.ts';
export { type Reference, referencesAt } from './referencesAt.ts';
export { prepareRenameAt, type RenamePlace, renameAt } from './renameAt.ts';

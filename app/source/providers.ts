import type { TextRange } from '#engine';
import {
  type CompletionItem,
  type CompletionKind,
  completionsAt,
  type DocumentSymbol,
  definitionAt,
  documentSymbols,
  hoverAt,
  referencesAt,
} from '#engine/language';
import { openFile, session } from '../session/index.ts';
import { LANGUAGE } from './languages.ts';
import { contextOf, type ModelPlace, placeOf, registerLookProviders } from './modelPlace.ts';
import { monaco } from './monaco.ts';
import { pathOf, showOther, uriOf } from './otherModels.ts';
import type { TextMap } from './textMap.ts';

const { CompletionItemKind, CompletionItemInsertTextRule, SymbolKind } = monaco.languages;

const COMPLETION_KINDS = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  task: CompletionItemKind.Reference,
  agent: CompletionItemKind.User,
  tool: CompletionItemKind.Interface,
  'built-in': CompletionItemKind.Constant,
  package: CompletionItemKind.Module,
  file: CompletionItemKind.File,
  snippet: CompletionItemKind.Snippet,
  root: CompletionItemKind.Variable,
  member: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
} satisfies Record<CompletionKind, monaco.languages.CompletionItemKind>;

const SYMBOL_KINDS = {
  section: SymbolKind.Namespace,
  task: SymbolKind.Function,
  agent: SymbolKind.Class,
  tool: SymbolKind.Interface,
  memory: SymbolKind.Variable,
} satisfies Record<DocumentSymbol['kind'], monaco.languages.SymbolKind>;

/** What Monaco asks about a place, answered from the analysis of the session's text. Call once. */
export function registerProviders(): void {
  registerNavigation();
  registerLookProviders();
  monaco.languages.registerCompletionItemProvider(LANGUAGE, {
    triggerCharacters: [' ', '.', ':', '|', '[', "'", '"', '-', '/', '#', '@'],
    provideCompletionItems(model, position) {
      const place = placeOf(model);
      if (place === null) return { suggestions: [] };
      const items = completionsAt(place.analysis, place.map.toOffset(position), contextOf(place));
      return { suggestions: items.map((item, index) => toSuggestion(place.map, item, index)) };
    },
  });
  monaco.languages.registerHoverProvider(LANGUAGE, {
    provideHover(model, position) {
      const place = placeOf(model);
      const hover = place === null ? null : hoverAt(place.analysis, place.map.toOffset(position), contextOf(place));
      return place === null || hover === null
        ? null
        : { range: place.map.toRange(hover.range), contents: [{ value: hover.markdown }] };
    },
  });
  monaco.languages.registerDocumentSymbolProvider(LANGUAGE, {
    displayName: 'Signalbox',
    provideDocumentSymbols(model) {
      const place = placeOf(model);
      return place === null ? [] : documentSymbols(place.analysis).map((symbol) => toSymbol(place.map, symbol));
    },
  });
}

function toSuggestion(map: TextMap, item: CompletionItem, index: number): monaco.languages.CompletionItem {
  const { insertText, stops = [] } = item;
  // After a key there is nearly always something to propose next.
  const [first] = stops;
  const goesOn = insertText.endsWith(': ') || (stops.length === 1 && first?.start === first?.end);
  const { KeepWhitespace, InsertAsSnippet } = CompletionItemInsertTextRule;
  return {
    label: { label: item.label, description: item.detail },
    kind: COMPLETION_KINDS[item.kind],
    ...documentationOf(map, item),
    insertText: stops.length === 0 ? insertText : toSnippet(item),
    insertTextRules: stops.length === 0 ? KeepWhitespace : KeepWhitespace | InsertAsSnippet,
    filterText: filterTextOf(map, item),
    sortText: String(index).padStart(5, '0'),
    range: map.toRange(item.range),
    ...(goesOn ? { command: { id: 'editor.action.triggerSuggest', title: '' } } : {}),
  };
}

/** Documentation of a completion next to the list; for several new lines, the lines. */
function documentationOf(
  map: TextMap,
  { documentation, insertText, range }: CompletionItem,
): Pick<monaco.languages.CompletionItem, 'documentation'> {
  const margin = ' '.repeat(map.toPosition(range.start).column - 1);
  const lines = insertText.replaceAll(`\n${margin}`, '\n');
  const parts = [documentation, lines.includes('\n') ? `\`\`\`yaml\n${lines}\n\`\`\`` : ''];
  const value = parts.filter((part) => part !== '').join('\n\n');
  return value === '' ? {} : { documentation: { value } };
}

/** The text of a completion as Monaco reads it, with the parts to fill in numbered. */
function toSnippet({ insertText, stops = [] }: CompletionItem): string {
  let at = 0;
  const parts = stops.map(({ start, end }, index) => {
    const before = escapeSnippet(insertText.slice(at, start));
    at = end;
    return `${before}\${${index + 1}:${escapeSnippet(insertText.slice(start, end))}}`;
  });
  return parts.join('') + escapeSnippet(insertText.slice(at));
}

function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}

/** Monaco filters by what the range holds: where that begins with a dot or a bracket, so does the text compared with it. */
function filterTextOf(map: TextMap, item: CompletionItem): string {
  const written = map.text.slice(item.range.start, item.range.end);
  const sign = /^[.[?]+/.exec(written)?.[0] ?? '';
  return sign + item.label;
}

function toSymbol(map: TextMap, symbol: DocumentSymbol): monaco.languages.DocumentSymbol {
  return {
    name: symbol.name,
    detail: symbol.detail,
    kind: SYMBOL_KINDS[symbol.kind],
    tags: [],
    range: map.toRange(symbol.range),
    selectionRange: map.toRange(symbol.selection),
    children: symbol.children.map((child) => toSymbol(map, child)),
  };
}

/** A range with at least one character, so that it can be seen. */
export function toVisibleRange(map: TextMap, range: TextRange): monaco.IRange {
  const shown = map.toRange(range);
  const isEmpty = shown.startLineNumber === shown.endLineNumber && shown.startColumn === shown.endColumn;
  return isEmpty ? { ...shown, endColumn: shown.endColumn + 1 } : shown;
}

/** Go to definition and find references, also in other files, which open in the session. Call once. */
function registerNavigation(): void {
  monaco.languages.registerDefinitionProvider(LANGUAGE, {
    provideDefinition(model, position) {
      const place = placeOf(model);
      const found = place === null ? null : definitionAt(place.analysis, place.map.toOffset(position), place.files);
      const map = place === null || found === null ? null : mapOf(place, found.path);
      if (found === null || map === null) return null;
      return [
        {
          uri: uriOf(found.path),
          range: map.toRange(found.range),
          targetSelectionRange: map.toRange(found.selection),
        },
      ];
    },
  });
  monaco.languages.registerReferenceProvider(LANGUAGE, {
    provideReferences(model, position) {
      const place = placeOf(model);
      if (place === null) return [];
      return referencesAt(place.analysis, place.map.toOffset(position), place.files).flatMap(({ path, range }) => {
        const map = mapOf(place, path);
        return map === null ? [] : [{ uri: uriOf(path), range: map.toRange(range) }];
      });
    },
  });
  monaco.editor.registerEditorOpener({
    openCodeEditor(source, resource, target) {
      const path = pathOf(resource);
      if (path === null || source.getModel()?.uri.toString() === resource.toString()) return false;
      openFile(path);
      if (
        session.getState().document.activePath !== path ||
        source.getModel()?.uri.toString() !== uriOf(path).toString()
      )
        return false;
      if (target !== undefined) reveal(source, target);
      return true;
    },
  });
}

/** The places in a file's text; other files are given to Monaco, which looks into them. */
function mapOf({ analysis, map, files }: ModelPlace, path: string): TextMap | null {
  if (path === analysis.path) return map;
  const text = files.get(path);
  return text === undefined ? null : showOther(path, text);
}

function reveal(editor: monaco.editor.ICodeEditor, target: monaco.IRange | monaco.IPosition): void {
  const range = 'startLineNumber' in target ? target : monaco.Range.fromPositions(target);
  editor.setSelection(range);
  editor.revealRangeInCenterIfOutsideViewport(range);
  editor.focus();
}

import type { Analysis, TextRange } from '#engine';
import {
  type CompletionItem,
  type CompletionKind,
  completionsAt,
  type DocumentSymbol,
  definitionAt,
  documentSymbols,
  hoverAt,
} from '#engine/language';
import { activeAnalysis, session } from '../session/index.ts';
import { findCurrent } from './bindings.ts';
import { monaco } from './monaco.ts';
import type { TextMap } from './textMap.ts';
import { LANGUAGE } from './yamlLanguage.ts';

const { CompletionItemKind, CompletionItemInsertTextRule, SymbolKind } = monaco.languages;

const COMPLETION_KINDS = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  task: CompletionItemKind.Reference,
  agent: CompletionItemKind.User,
  tool: CompletionItemKind.Interface,
  'built-in': CompletionItemKind.Constant,
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
  monaco.languages.registerCompletionItemProvider(LANGUAGE, {
    triggerCharacters: [' ', '.', ':', '|', '[', "'", '-'],
    provideCompletionItems(model, position) {
      const place = placeOf(model);
      if (place === null) return { suggestions: [] };
      const variables = session.getState().variables.map((variable) => variable.name);
      const items = completionsAt(place.analysis, place.map.toOffset(position), { variables });
      return { suggestions: items.map((item, index) => toSuggestion(place.map, item, index)) };
    },
  });
  monaco.languages.registerHoverProvider(LANGUAGE, {
    provideHover(model, position) {
      const place = placeOf(model);
      const hover = place === null ? null : hoverAt(place.analysis, place.map.toOffset(position));
      return place === null || hover === null
        ? null
        : { range: place.map.toRange(hover.range), contents: [{ value: hover.markdown }] };
    },
  });
  monaco.languages.registerDefinitionProvider(LANGUAGE, {
    provideDefinition(model, position) {
      const place = placeOf(model);
      const definition = place === null ? null : definitionAt(place.analysis, place.map.toOffset(position));
      if (place === null || definition === null) return null;
      return [
        {
          uri: model.uri,
          range: place.map.toRange(definition.range),
          targetSelectionRange: place.map.toRange(definition.selection),
        },
      ];
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

interface ModelPlace {
  readonly analysis: Analysis;
  readonly map: TextMap;
}

/** The analysis of a model's text; null while the two differ, which lasts no longer than one change. */
function placeOf(model: monaco.editor.ITextModel): ModelPlace | null {
  const current = findCurrent(model);
  const analysis = activeAnalysis();
  return current === null || analysis?.syntax.text !== current.map.text ? null : { analysis, map: current.map };
}

function toSuggestion(map: TextMap, item: CompletionItem, index: number): monaco.languages.CompletionItem {
  // After a key or a root there is nearly always something to propose next.
  const goesOn = item.insertText.endsWith(': ') || (item.kind === 'root' && item.detail === 'map');
  return {
    label: { label: item.label, description: item.detail },
    kind: COMPLETION_KINDS[item.kind],
    documentation: { value: item.documentation },
    insertText: item.insertText,
    insertTextRules: CompletionItemInsertTextRule.KeepWhitespace,
    filterText: filterTextOf(map, item),
    sortText: String(index).padStart(5, '0'),
    range: map.toRange(item.range),
    ...(goesOn && item.insertText.endsWith(': ') ? { command: { id: 'editor.action.triggerSuggest', title: '' } } : {}),
  };
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

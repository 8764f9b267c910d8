import type { Analysis } from '#engine';
import {
  type CompletionContext,
  foldingRanges,
  semanticTokens,
  signatureAt,
  TOKEN_KINDS,
  type TokenKind,
} from '#engine/language';
import { analysisOf, session } from '../session/index.ts';
import { lastValuesOf } from '../session/run/index.ts';
import { namedTools } from '../session/workspace/index.ts';
import { LANGUAGE } from './languages.ts';
import type { ModelBinding } from './ModelBinding.ts';
import { monaco } from './monaco.ts';
import type { TextMap } from './textMap.ts';

/** What language questions about a model are asked of. */
export interface ModelPlace {
  /** With imports resolved in the workspace. */
  readonly analysis: Analysis;
  readonly map: TextMap;
  readonly files: ReadonlyMap<string, string>;
}

/** The analysis of a model's text; null while the two differ, which lasts no longer than one change, and for models that are not ours. */
export function placeOf(model: monaco.editor.ITextModel): ModelPlace | null {
  const current = findCurrent(model);
  const state = session.getState();
  const analysis = current === null ? null : analysisOf(state, current.path, 'resolved');
  if (current === null || analysis?.syntax.text !== current.map.text) return null;
  return { analysis, map: current.map, files: state.document.workspace.files };
}

/** What is known beyond the text: variables, tools of servers, the other files, and what the run on show held. */
export function contextOf({ files }: ModelPlace): CompletionContext {
  const state = session.getState();
  const lastValues = lastValuesOf(state);
  const variables = state.workspace.variables.map((variable) => variable.name);
  return { variables, files, mcpTools: namedTools(state), ...(lastValues === undefined ? {} : { lastValues }) };
}

const bindings = new Set<ModelBinding>();

/** Makes a binding known to the language providers, which Monaco calls with a model. Answers with a function that ends it. */
export function addBinding(binding: ModelBinding): () => void {
  bindings.add(binding);
  return () => bindings.delete(binding);
}

/** The text and places of a model; null for models that are not ours. */
export function findCurrent(model: monaco.editor.ITextModel): NonNullable<ReturnType<ModelBinding['current']>> | null {
  for (const binding of bindings) {
    const current = binding.current();
    if (current?.model === model) return current;
  }
  return null;
}

/** The name under which the theme knows a part of an expression. */
export function tokenName(kind: TokenKind): string {
  return `template.${kind}`;
}

const LEGEND = { tokenTypes: TOKEN_KINDS.map(tokenName), tokenModifiers: [] };

/** Folding, colours inside templates, and the parameters of functions. Call once. */
export function registerLookProviders(): void {
  monaco.languages.registerFoldingRangeProvider(LANGUAGE, {
    provideFoldingRanges(model) {
      const place = placeOf(model);
      if (place === null) return null;
      return foldingRanges(place.analysis).map(({ startLine, endLine, kind }) => ({
        start: startLine,
        end: endLine,
        ...(kind === 'comment' ? { kind: monaco.languages.FoldingRangeKind.Comment } : {}),
      }));
    },
  });
  monaco.languages.registerDocumentRangeSemanticTokensProvider(LANGUAGE, {
    getLegend: () => LEGEND,
    provideDocumentRangeSemanticTokens(model, range) {
      const place = placeOf(model);
      return { data: place === null ? new Uint32Array() : encodeTokens(place, range) };
    },
  });
  monaco.languages.registerSignatureHelpProvider(LANGUAGE, {
    signatureHelpTriggerCharacters: ['(', ','],
    provideSignatureHelp(model, position) {
      const place = placeOf(model);
      const found = place === null ? null : signatureAt(place.analysis, place.map.toOffset(position));
      if (found === null) return null;
      const parameters = found.parameters.map(({ start, end }) => ({ label: [start, end] as [number, number] }));
      const signature = { label: found.label, documentation: { value: found.documentation }, parameters };
      return {
        value: { signatures: [signature], activeSignature: 0, activeParameter: found.active },
        dispose: () => undefined,
      };
    },
  });
}

/** Five numbers a token, its place counted from the one before: as Monaco takes them. */
function encodeTokens({ analysis, map }: NonNullable<ReturnType<typeof placeOf>>, range: monaco.IRange): Uint32Array {
  const start = map.toOffset({ lineNumber: range.startLineNumber, column: range.startColumn });
  const end = map.toOffset({ lineNumber: range.endLineNumber, column: range.endColumn });
  const data: number[] = [];
  let [line, column] = [1, 1];
  for (const token of semanticTokens(analysis, { start, end })) {
    const at = map.toPosition(token.start);
    if (at.lineNumber > line) column = 1;
    data.push(at.lineNumber - line, at.column - column, token.end - token.start, TOKEN_KINDS.indexOf(token.kind), 0);
    line = at.lineNumber;
    column = at.column;
  }
  return new Uint32Array(data);
}

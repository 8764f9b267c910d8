import { foldingRanges, semanticTokens, signatureAt, TOKEN_KINDS, type TokenKind } from '#engine/language';
import { LANGUAGE } from './languages.ts';
import { placeOf } from './modelPlace.ts';
import { monaco } from './monaco.ts';

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

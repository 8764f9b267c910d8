import { type Analysis, analyze, applyEdits, assertNever, findNode, type Path, type ScalarNode } from '#engine';
import { setField } from '#engine/edit';
import { activeAnalysis } from '../../session/index.ts';
import type { Completer, FieldCompletion } from '../../ui/index.ts';
import { completionContext, languageService, loadLanguage } from './languageService.ts';

/**
 * Completes the text of one field by asking the language service about the document as it would be
 * with that text. Only inside `{{ }}`.
 */
export function completerFor(path: Path): Completer {
  return complete(path, false);
}

/** The same for an expression without braces: anywhere in it. */
export function bareCompleterFor(path: Path): Completer {
  return complete(path, true);
}

function complete(path: Path, isBare: boolean): Completer {
  return (text, caret) => {
    const open = text.lastIndexOf('{{', caret - 1);
    if (!isBare && (open < 0 || text.slice(open, caret).includes('}}'))) return [];
    const language = languageService();
    if (language === null) return loadLanguage().then(() => complete(path, isBare)(text, caret));
    const analysis = activeAnalysis('own');
    const draft = { path, text, caret, context: completionContext() };
    return analysis ? completeDraft(analysis, draft, language.completionsAt) : [];
  };
}

export interface FieldDraft {
  readonly path: Path;
  readonly text: string;
  readonly caret: number;
  /** What is known beyond the document; with `files` its imports are seen, too. */
  readonly context: CompletionContext;
}

type CompletionContext = import('#engine/language').CompletionContext;

/** Suggestions for the caret in a field's draft; offsets are in the draft. */
export function completeDraft(
  analysis: Analysis,
  { path, text, caret, context }: FieldDraft,
  completionsAt: typeof import('#engine/language').completionsAt,
): readonly FieldCompletion[] {
  const result = setField(analysis, { path, value: text });
  const change = result.ok ? result.value.changes[0] : undefined;
  const edits = change?.type === 'edit' ? change.edits : [];
  if (!result.ok) return [];
  const after = analyze(analysis.path, applyEdits(analysis.syntax.text, edits), analysis, context.files);
  const node = findNode(after.syntax, path);
  const offset = node?.kind === 'scalar' ? offsetInSource(node, text.slice(0, caret)) : null;
  if (offset === null) return [];
  return completionsAt(after, offset, context).flatMap(
    ({ label, detail, documentation, insertText, range }): FieldCompletion[] => {
      const start = caret - (offset - range.start);
      const typed = text.slice(start, caret);
      const isMatch = label.toLowerCase().startsWith(typed.replace(/^[.[]?['"]?/, '').toLowerCase()) && typed !== label;
      return start >= 0 && isMatch ? [{ label, detail, documentation, insert: insertText, start, end: caret }] : [];
    },
  );
}

/** Where the document holds the character after the first ones of a scalar's value; null where folding hides it. */
function offsetInSource(node: ScalarNode, before: string): number | null {
  const start = node.end - node.source.length;
  switch (node.style) {
    case 'plain':
      return before.includes('\n') ? null : start + before.length;
    case 'single':
      return before.includes('\n') ? null : start + 1 + before.replaceAll("'", "''").length;
    case 'double':
      return start + 1 + JSON.stringify(before).length - 2;
    case 'literal': {
      const lines = node.source.split('\n');
      const margin = /^ */.exec(lines.find((line, index) => index > 0 && line.trim() !== '') ?? '')?.[0].length ?? 0;
      const count = before.split('\n').length;
      const above = lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0);
      return start + above + margin + (before.length - (before.lastIndexOf('\n') + 1));
    }
    case 'folded':
      return null;
    default:
      return assertNever(node.style);
  }
}

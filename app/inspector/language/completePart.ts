import { type Analysis, analyze, applyEdits, findNode, type Path } from '#engine';
import { setField } from '#engine/edit';
import { activeAnalysis } from '../../session/index.ts';
import type { Completer, FieldCompletion } from '../../ui/index.ts';
import { completionContext, languageService, loadLanguage } from './languageService.ts';

/** Completes one part of the document as YAML: keys, values, and what its expressions read. */
export function partCompleter(path: Path): Completer {
  return (text, caret) => {
    const language = languageService();
    if (language === null) return loadLanguage().then(() => partCompleter(path)(text, caret));
    const analysis = activeAnalysis('own');
    const draft = { path, text, caret, context: completionContext() };
    return analysis === null ? [] : completePart(analysis, draft, language.completionsAt);
  };
}

export interface PartDraft {
  readonly path: Path;
  /** The part as it is typed, at column 0. */
  readonly text: string;
  readonly caret: number;
  readonly context: import('#engine/language').CompletionContext;
}

/** Suggestions for the caret in the draft of a part, which need not be readable; offsets are in the draft. */
export function completePart(
  analysis: Analysis,
  { path, text, caret, context }: PartDraft,
  completionsAt: typeof import('#engine/language').completionsAt,
): readonly FieldCompletion[] {
  const placed = placeDraft(analysis, path, text);
  if (placed === null) return [];
  const margin = ' '.repeat(placed.margin);
  const linesBefore = text.slice(0, caret).split('\n').length - 1;
  const offset = placed.start + caret + linesBefore * placed.margin;
  const after = analyze(analysis.path, placed.document, analysis, context.files);
  return completionsAt(after, offset, context).flatMap((item): FieldCompletion[] => {
    const start = caret - (offset - item.range.start);
    const end = caret + Math.max(0, item.range.end - offset);
    const typed = text.slice(Math.max(0, start), caret);
    const word = typed.replace(/^[.[]?['"]?/, '').toLowerCase();
    if (start < 0 || !item.label.toLowerCase().startsWith(word) || typed === item.label) return [];
    const lead = (to: number) => to - (item.insertText.slice(0, to).split('\n').length - 1) * placed.margin;
    const [stop] = item.stops ?? [];
    const { label, detail, documentation } = item;
    const insert = item.insertText.replaceAll(`\n${margin}`, '\n');
    const next = stop && { start: lead(stop.start), end: lead(stop.end) };
    return [{ label, detail, documentation, insert, start, end, stop: next }];
  });
}

type SyntaxNode = NonNullable<ReturnType<typeof findNode>>;

interface PlacedDraft {
  /** The document with the draft in the place of the part. */
  readonly document: string;
  /** Where the draft begins in it. */
  readonly start: number;
  /** By how many columns its other lines are moved. */
  readonly margin: number;
}

/** Null where the part cannot be given a place, as one of more lines inside of brackets. */
function placeDraft(analysis: Analysis, path: Path, draft: string): PlacedDraft | null {
  const present = path.length === 0 ? analysis.syntax.root : findNode(analysis.syntax, path);
  if (present !== null && present !== undefined) return placeAt(analysis.syntax.text, present, draft);
  const made = setField(analysis, { path, value: 'x' });
  const change = made.ok ? made.value.changes[0] : undefined;
  if (change?.type !== 'edit') return null;
  const text = applyEdits(analysis.syntax.text, change.edits);
  const node = findNode(analyze(analysis.path, text).syntax, path);
  return node ? placeAt(text, node, draft) : null;
}

function placeAt(text: string, node: SyntaxNode, draft: string): PlacedDraft {
  const lineStart = text.lastIndexOf('\n', node.start - 1) + 1;
  const isBlock = (node.kind === 'map' || node.kind === 'list') && node.style === 'block';
  const tail = text.slice(node.end);
  const closing = text[node.end - 1] === '\n' && !tail.startsWith('\n') ? '\n' : '';
  if (isBlock || !looksBlock(draft)) {
    const margin = node.start - lineStart;
    return { document: text.slice(0, node.start) + indent(draft, margin) + closing + tail, start: node.start, margin };
  }
  // A map or a list in lines goes below the key that it is of.
  const margin = (/^\s*(?:-\s+)*/.exec(text.slice(lineStart))?.[0].length ?? 0) + 2;
  const head = `${text.slice(0, node.start).trimEnd()}\n${' '.repeat(margin)}`;
  return { document: head + indent(draft, margin) + closing + tail, start: head.length, margin };
}

/** Whether a text is, or begins, a map or a list in lines. */
function looksBlock(draft: string): boolean {
  return /^\s*(?:-(?:\s|$)|[A-Za-z_$][\w$ -]*(?::(?:\s|$)|$))/.test(draft);
}

function indent(draft: string, margin: number): string {
  return draft.replaceAll('\n', `\n${' '.repeat(margin)}`);
}

import { type Collection, type Entry, NOTHING, type Piece, type Slot, type Span } from '../pieces/Piece.ts';
import { type DocumentPlace, mayHoldTasks } from './DocumentPlace.ts';
import type { Joining } from './Joining.ts';
import { changedBy, mergeBetween, mergeComments, type Three } from './mergeSpan.ts';

/** Merges the value of an entry. */
export type MergeValue = (joining: Joining, three: Three<Piece | null>, place: DocumentPlace) => Piece | null;

/** An entry that both sides have: comments, key and value each by itself. Several where they depend on a choice. */
export function mergeEntry(
  joining: Joining,
  { base, ours, theirs }: Three<Entry>,
  {
    place,
    form,
    mergeValue,
  }: { readonly place: DocumentPlace; readonly form: Collection; readonly mergeValue: MergeValue },
): Slot {
  const of = <T>(read: (entry: Entry) => T): Three<T> => ({
    base: base && read(base),
    ours: read(ours),
    theirs: read(theirs),
  });
  const lead = form.style === 'flow' ? mergeBetween(of((it) => it.lead)) : mergeComments(of((it) => it.lead));
  const by = changedBy(of((it) => it.body));
  if (by !== 'both' && !(joining.hasMoves && mayHoldTasks(place))) return { ...{ ours, theirs }[by], lead };
  const value = mergeValue(
    joining,
    of((it) => it.value),
    place,
  );
  if (value?.kind === 'choice' && form.style === 'block' && !isOnOneLine(value)) {
    const both = value.both && {
      ...ours,
      lead,
      ...fitSep([ours.sep], value.both),
      value: value.both,
      tail: tailOf(value.both),
    };
    const [was, our, their] = [base, ours, theirs].map((entry) => (entry ? [{ ...entry, lead }] : []));
    return {
      kind: 'fork',
      conflict: value.conflict,
      base: was ?? [],
      ours: our ?? [],
      theirs: their ?? [],
      both: both && [both],
    };
  }
  const key = mergeBetween(of((it) => it.key));
  const tails = of((it) => it.tail);
  const merged = { ...ours, key, value };
  if (form.style === 'flow') return { ...merged, lead, sep: mergeBetween(of((it) => it.sep)) };
  const sep = fitSep([mergeBetween(of((it) => it.sep)), ours.sep, theirs.sep], value).sep;
  const tail = fitTail([mergeBetween(tails), ours.tail, theirs.tail], value);
  return { ...merged, lead: changedBy(tails) === 'both' ? withComment(lead, theirs.tail) : lead, sep, tail };
}

/** Whether all answers are behind the same colon. */
function isOnOneLine({ ours, theirs }: { readonly ours: Piece | null; readonly theirs: Piece | null }): boolean {
  return [ours, theirs].every((piece) => piece !== null && !isOwnLines(piece) && !spanText(piece).includes('\n'));
}

function spanText(piece: Piece): string {
  return piece.kind === 'choice' ? '' : piece.span.text;
}

/** Whether a value has lines of its own below its key. */
export function isOwnLines(piece: Piece | null): boolean {
  return (
    piece !== null && piece.kind !== 'leaf' && piece.kind !== 'choice' && piece.style === 'block' && !piece.isInline
  );
}

function fitSep(spans: readonly Span[], value: Piece | null): { readonly sep: Span } {
  const hasLines = isOwnLines(value);
  const fitting = spans.find(({ text }) => text.endsWith('\n') === hasLines);
  const fallback = hasLines ? ':\n' : value === null ? ':' : ': ';
  return { sep: fitting ?? { text: fallback, column: 0 } };
}

function fitTail(spans: readonly Span[], value: Piece | null): Span {
  if (hasLineEnd(value)) return NOTHING;
  return spans.find(({ text }) => text.includes('\n')) ?? { text: '\n', column: 0 };
}

function tailOf(value: Piece): Span {
  return hasLineEnd(value) ? NOTHING : { text: '\n', column: 0 };
}

/** Whether a value ends its last line itself. */
function hasLineEnd(value: Piece | null): boolean {
  if (value === null || value.kind === 'choice') return false;
  return value.kind === 'leaf' ? value.span.text.endsWith('\n') : value.style === 'block';
}

/** A comment behind a value that gives way to another one gets a line of its own. */
function withComment(lead: Span, { text }: Span): Span {
  const comment = /#[^\n]*/.exec(text)?.[0];
  return comment === undefined
    ? lead
    : { ...lead, text: `${lead.text}${' '.repeat(lead.column)}${comment}\n`, isLines: true };
}

import type { CodeProblem, ColouredText } from './CodeEditors.ts';

export interface MarkedCode extends ColouredText {
  /** Part of what is wrong. */
  readonly isWrong: boolean;
}

/** Cuts coloured code where a problem begins or ends; one without a length takes the character at it, or the one before. */
export function markProblems(parts: readonly ColouredText[], problems: readonly CodeProblem[]): readonly MarkedCode[] {
  if (problems.length === 0) return parts.map((part) => ({ ...part, isWrong: false }));
  const length = parts.reduce((sum, part) => sum + part.text.length, 0);
  const ranges = problems.map(({ start, end }) => {
    const from = Math.max(0, Math.min(start, length - 1));
    return { from, to: Math.max(end, from + 1) };
  });
  const marked: MarkedCode[] = [];
  let at = 0;
  for (const { text, colour } of parts) {
    const inside = ranges.flatMap(({ from, to }) => [from, to]).filter((cut) => cut > at && cut < at + text.length);
    const cuts = [at, ...new Set(inside.toSorted((a, b) => a - b)), at + text.length];
    for (const [index, cut] of cuts.slice(0, -1).entries()) {
      const isWrong = ranges.some(({ from, to }) => cut >= from && cut < to);
      marked.push({ text: text.slice(cut - at, (cuts[index + 1] ?? cut) - at), colour, isWrong });
    }
    at += text.length;
  }
  return marked;
}

import { diff3 } from './diff3.ts';
import type { Segment } from './write/Segment.ts';

/** Merges texts by line, as git does: for what cannot be read as YAML. What both sides have of a conflict is outside of it. */
export function mergeLines(base: string, ours: string, theirs: string): readonly Segment[] {
  const segments: Segment[] = [];
  let conflict = 0;
  const add = (lines: readonly string[]): void => {
    if (lines.length > 0) segments.push(lines.join(''));
  };
  for (const chunk of diff3(toLines(base), toLines(ours), toLines(theirs))) {
    if (chunk.kind === 'theirs') add(chunk.theirs);
    else if (chunk.kind !== 'conflict') add(chunk.ours);
    else {
      const [start, end] = sharedEnds(chunk.ours, chunk.theirs);
      const inner = (lines: readonly string[]): string => lines.slice(start, lines.length - end).join('');
      const [our, their] = [inner(chunk.ours), inner(chunk.theirs)];
      add(chunk.ours.slice(0, start));
      segments.push({
        conflict: conflict++,
        base: chunk.base.join(''),
        ours: our,
        theirs: their,
        both: joinLines(our, their),
      });
      add(chunk.ours.slice(chunk.ours.length - end));
    }
  }
  return segments;
}

function joinLines(ours: string, theirs: string): string {
  return ours === '' || ours.endsWith('\n') ? ours + theirs : `${ours}\n${theirs}`;
}

/** Lines with their line breaks. */
function toLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** How many lines both begin with, and end with. */
function sharedEnds(a: readonly string[], b: readonly string[]): readonly [number, number] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [start, end];
}

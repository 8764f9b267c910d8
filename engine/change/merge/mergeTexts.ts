import { joinLines, joinTexts, type Texts } from './joinTexts.ts';
import type { Merge } from './MergeConflict.ts';
import type { Segment } from './write/Segment.ts';

/**
 * Three texts of one YAML file as one. What only one side changed is as that side has it, byte for byte, with its comments and blank
 * lines; how lines end is as the side has it that changed that.
 */
export function mergeTexts(given: Texts, join: (texts: Texts) => Merge = (texts) => joinTexts(texts)): Merge {
  const { base, ours, theirs } = given;
  if (ours === theirs || base === theirs) return whole(ours);
  if (base === ours) return whole(theirs);
  const [breaks, ends] = [threeWay(given, hasReturns), threeWay(given, (text) => text.endsWith('\n'))];
  const even = { base: toEven(base), ours: toEven(ours), theirs: toEven(theirs) };
  const isEven = [base, ours, theirs].every((text) => hasReturns(text) !== null);
  const merge = isEven ? join(even) : joinLines(given);
  const segments = isEven ? restore(merge.segments, { hasReturns: breaks === true, hasEnd: ends }) : merge.segments;
  return {
    ...merge,
    segments,
    text: segments === merge.segments ? merge.text : restoreText(merge.text, breaks === true, ends),
  };
}

function whole(text: string): Merge {
  return { text, conflicts: [], segments: text === '' ? [] : [text] };
}

function threeWay<T>({ base, ours, theirs }: Texts, read: (text: string) => T): T {
  return read(base) === read(ours) ? read(theirs) : read(ours);
}

/** Whether lines end with CR and LF; null where some do and others do not. */
function hasReturns(text: string): boolean | null {
  if (!text.includes('\r')) return false;
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? null : true;
}

function toEven(text: string): string {
  const even = text.replaceAll('\r\n', '\n');
  return even === '' || even.endsWith('\n') ? even : `${even}\n`;
}

interface Ending {
  readonly hasReturns: boolean;
  readonly hasEnd: boolean;
}

function restore(segments: readonly Segment[], { hasReturns: returns, hasEnd }: Ending): readonly Segment[] {
  if (!returns && hasEnd) return segments;
  return segments.map((segment, index): Segment => {
    const isLast = index === segments.length - 1;
    const restored = (text: string): string => restoreText(text, returns, hasEnd || !isLast);
    if (typeof segment === 'string') return restored(segment);
    const { base, ours, theirs, both } = segment;
    const answers = { base: restored(base), ours: restored(ours), theirs: restored(theirs) };
    return { ...segment, ...answers, both: both && restored(both) };
  });
}

function restoreText(text: string, returns: boolean, hasEnd: boolean): string {
  const ended = hasEnd ? text : text.replace(/\n$/, '');
  return returns ? ended.replaceAll('\n', '\r\n') : ended;
}

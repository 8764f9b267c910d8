import { EMPTY_LAYOUT, type Layout } from '#engine';
import { formatLayout, listBadFrames, listBadNotes } from '#engine/layout';
import { layoutNameOf } from '../../../platform/index.ts';
import { quoteName } from '../../../ui/markHidden.ts';
import { notify } from '../../store/notices.ts';
import type { Conflict } from '../../store/State.ts';

/** Whether two arrangements are written alike; none is as one that says nothing. */
export function isSameLayout(one: Layout | undefined, other: Layout | undefined): boolean {
  return one === other || formatLayout(one ?? EMPTY_LAYOUT) === formatLayout(other ?? EMPTY_LAYOUT);
}

/** The question about an arrangement that changed on disk and here. @param path of the workflow */
export function toLayoutConflict(path: string, diskText: string, here: Layout): Conflict {
  return { path: layoutNameOf(path), diskText, layout: { of: path, text: formatLayout(here) } };
}

/** Says which notes and frames of a layout file are not drawn, and why. They stay in the file as they are. */
export function sayBadNotes(path: string, layout: Layout): void {
  sayBad(path, 'note', listBadNotes(layout));
  sayBad(path, 'frame', listBadFrames(layout));
}

function sayBad(path: string, noun: string, reasons: readonly string[]): void {
  const [first] = reasons;
  if (first === undefined) return;
  const [count, what] = reasons.length === 1 ? [`One ${noun}`, 'It is'] : [`${reasons.length} ${noun}s`, 'They are'];
  notify({
    kind: 'warning',
    message: `${count} in ${quoteName(layoutNameOf(path))} cannot be shown: ${first}. ${what} kept in the file; correct it there.`,
  });
}

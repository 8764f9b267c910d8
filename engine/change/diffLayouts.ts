import { cutText, type Layout } from '../text/index.ts';

/** So many cards are named in a sentence. */
const NAMED = 5;

/** So much of the text of a note is shown. */
const SHOWN = 40;

/** What differs between two arrangements of one workflow, in sentences: cards, notes and frames. Empty where both draw the same. */
export function diffLayouts(before: Layout, after: Layout): readonly string[] {
  const [was, is] = [before.positions, after.positions];
  const moved = [...is].filter(([id, { x, y }]) => {
    const old = was.get(id);
    return old !== undefined && (Math.round(old.x) !== Math.round(x) || Math.round(old.y) !== Math.round(y));
  });
  return [
    ...tell(
      moved.map(([id]) => id),
      'moved',
    ),
    ...tell(without(is.keys(), was), 'placed by hand'),
    ...tell(without(was.keys(), is), 'no longer placed by hand'),
    ...tell(without(after.collapsed, before.collapsed), 'collapsed'),
    ...tell(without(before.collapsed, after.collapsed), 'no longer collapsed'),
    ...tellParts('note', before.notes ?? [], after.notes ?? []),
    ...tellParts('frame', before.frames ?? [], after.frames ?? []),
  ];
}

function without(ids: Iterable<string>, others: { readonly has: (id: string) => boolean }): readonly string[] {
  return [...ids].filter((id) => !others.has(id));
}

function tell(ids: readonly string[], what: string): readonly string[] {
  if (ids.length === 0) return [];
  const named = ids.slice(0, NAMED).map((id) => `“${id}”`);
  const more = ids.length > NAMED ? [`${ids.length - NAMED} more`] : [];
  const all = [...named, ...more];
  const list = all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  const verb = what === 'moved' ? 'moved' : `${ids.length === 1 ? 'is' : 'are'} ${what}`;
  return [`${ids.length === 1 ? 'The card' : 'The cards'} ${list} ${verb}.`];
}

/** A note, or a frame. */
interface Drawn {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
}

function tellParts(noun: 'note' | 'frame', before: readonly Drawn[], after: readonly Drawn[]): readonly string[] {
  const [was, is] = [before, after].map((all) => new Map(all.map((each) => [each.id, each] as const)));
  const gone = before.filter(({ id }) => is?.has(id) !== true).map((each) => `The ${noun} ${named(each)} is gone.`);
  return after
    .flatMap((each) => {
      const old = was?.get(each.id);
      if (old === undefined) return [`The ${noun} ${named(each)} is new.`];
      if (named(old) !== named(each)) return [`The ${noun} ${named(old)} now says ${named(each)}.`];
      return JSON.stringify(old) === JSON.stringify(each) ? [] : [`The ${noun} ${named(each)} changed.`];
    })
    .concat(gone);
}

function named({ title = '', text }: Drawn): string {
  const words = (title === '' ? text : title).replaceAll(/\s+/g, ' ').trim();
  return `“${cutText(words, SHOWN)}”`;
}

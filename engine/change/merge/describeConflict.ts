import { cutText } from '../../text/index.ts';
import type { FoundConflict } from './join/Joining.ts';

/** Lists of things that have ids, and what one of these is called. */
const NOUNS: Readonly<Record<string, string>> = {
  tasks: 'task',
  agents: 'agent',
  tools: 'tool',
  actions: 'action',
  tests: 'test',
  routes: 'route',
};

/** Values longer than this are shortened in a sentence. */
const SHORT = 60;

/** The texts of a conflict as they are written. */
export interface Told extends Pick<FoundConflict, 'kind' | 'path'> {
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** What is in conflict, in a sentence or two. */
export function describeConflict({ kind, path, base, ours, theirs }: Told): string {
  const place = describePlace(path);
  switch (kind) {
    case 'value': {
      const [our, their, was] = quoteAll([ours, theirs, base]);
      return `${begin(place)} is ${our} in ours and ${their} in theirs${base === null ? '' : `; it was ${was}`}.`;
    }
    case 'gone':
      return ours === null
        ? `${begin(place)} was removed in ours and changed in theirs.`
        : `${begin(place)} was changed in ours and removed in theirs.`;
    case 'added':
      return `Both sides added a different ${place}. Take one of them, and give the other another id.`;
    case 'order':
      return `Both sides put something at one place of ${place}, where the order counts. Choose which comes first.`;
    case 'place':
      return `${begin(place)} was moved to one container in ours and to another in theirs.`;
  }
}

/** `with.url of task “fetch”`. */
export function describePlace(path: readonly string[]): string {
  const owner = path.findLastIndex((_, index) => index > 0 && NOUNS[path[index - 1] ?? ''] !== undefined);
  if (owner < 0) return path.length === 0 ? 'the document' : `“${path.join('.')}”`;
  const noun = `${NOUNS[path[owner - 1] ?? ''] ?? ''} “${path[owner] ?? ''}”`;
  const route = NOUNS[path[owner - 1] ?? ''] === 'route' ? ` of ${describePlace(path.slice(0, owner - 2))}` : '';
  const rest = path.slice(owner + 1).join('.');
  return rest === '' ? noun + route : `“${rest}” of ${noun}${route}`;
}

function begin(place: string): string {
  return place.charAt(0).toUpperCase() + place.slice(1);
}

/** Values as they are shown in a sentence; of long ones what is around the first difference. */
function quoteAll(texts: readonly (string | null)[]): readonly string[] {
  const plain = texts.map((text) => (text ?? '').trim().replaceAll(/\s+/g, ' '));
  const written = plain.filter((text) => text !== '');
  const from = written.some(({ length }) => length > SHORT) ? differsFrom(written) : 0;
  return plain.map((text) => {
    if (text === '') return 'not there';
    return `“${from === 0 ? '' : '…'}${cutText(text.slice(from), SHORT)}”`;
  });
}

/** What all of several long texts begin with is cut down to so much, from the start of a word on. */
const SHARED = 6;

/** Where to begin to show texts whose first difference is far: at the start of a word in what they share; else 0. */
function differsFrom(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let shared = 0;
  while (shared < first.length && others.every((text) => text[shared] === first[shared])) shared += 1;
  const known = first.slice(0, Math.max(0, shared - SHARED));
  return Math.max(known.lastIndexOf(' '), known.lastIndexOf('.')) + 1;
}

import { compareJson, type Json, type ValueChange } from '../../base/index.ts';
import { cutText, partAt } from '../../text/index.ts';

/** More changes than this are counted. */
const MOST_CHANGES = 3;
/** So much of a value is shown. */
const SHOWN = 60;
/** All of it is compared. */
const ALL = { changes: Infinity, visits: Infinity };

/** In what a request differs from an earlier one, in a sentence: `input.url was "…/1" and is "…/2"`. */
export function tellChanges(before: Json, now: Json): string {
  const { changes } = compareJson(before, now, ALL);
  const told = changes.slice(0, MOST_CHANGES).map(tellChange);
  const more = changes.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more ${more === 1 ? 'place differs' : 'places differ'}`] : [])].join('; ');
}

function tellChange(change: ValueChange): string {
  const place = change.path.join('.') || 'it';
  if (change.kind === 'added') return `${place} is new: ${cutText(JSON.stringify(change.newer), SHOWN)}`;
  if (change.kind === 'removed') return `${place} is gone, which was ${cutText(JSON.stringify(change.older), SHOWN)}`;
  const [was, is] = partAt(JSON.stringify(change.older), JSON.stringify(change.newer), SHOWN);
  return `${place} was ${was} and is ${is}`;
}

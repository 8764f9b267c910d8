import { ownValue } from '../base/index.ts';
import type { Finding } from './Finding.ts';
import { ownText, ownTexts } from './ownText.ts';
import type { ReadChange } from './readChange.ts';

/** Changes of one proposal that say two things about one place: their order would decide, which it does not. */
export function findClashes(changes: readonly ReadChange[]): readonly Finding[] {
  const places = changes.flatMap((change) => {
    const place = placeOf(change);
    return place === null ? [] : [{ change, place }];
  });
  const findings: Finding[] = [];
  for (const [at, { change, place }] of places.entries()) {
    const other = places
      .slice(0, at)
      .find((earlier) => isWithin(earlier.place, place) || isWithin(place, earlier.place));
    if (other === undefined) continue;
    findings.push({
      code: 'SAME_PLACE',
      place: `changes[${change.index}]`,
      message: `It is about the same place as changes[${other.change.index}].`,
      next: 'Make them one change, or leave one of them out.',
    });
  }
  return [...findings, ...findReplaced(changes)];
}

/** The place that a change writes: the file, the part, and the keys from there; null where it writes more than a place. */
function placeOf({ command, path, raw }: ReadChange): readonly string[] | null {
  if (command !== 'setField' && command !== 'removeField' && command !== 'setSource') return null;
  const part = ['task', 'agent', 'tool', 'memory', 'action'].map((key) => ownText(raw, key));
  const field = ownValue(raw, 'field');
  const keys = typeof field === 'string' ? field.split('.') : Array.isArray(field) ? field.map(String) : [];
  return [path, part.join('\n'), ...keys];
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((key, index) => inner[index] === key);
}

/** A task that goes, or gets another id, and one that is added by the same id: what else is said of it could be of either. */
function findReplaced(changes: readonly ReadChange[]): readonly Finding[] {
  const gone = new Set(changes.flatMap((change) => idsGone(change).map((id) => `${change.path}\n${id}`)));
  return changes
    .filter(({ raw, path }) => gone.has(`${path}\n${ownText(raw, 'id')}`))
    .map(({ index, raw }) => ({
      code: 'SAME_PLACE',
      place: `changes[${index}].id`,
      message: `The proposal also removes or renames “${ownText(raw, 'id')}”.`,
      next: 'Use replaceTask, which keeps its connections, or give the new one another id.',
    }));
}

/** The ids of tasks that a change leaves free. */
function idsGone({ command, raw }: ReadChange): readonly string[] {
  if (command === 'removeTasks') return ownTexts(raw, 'tasks');
  return command === 'renameTask' ? [ownText(raw, 'task')] : [];
}

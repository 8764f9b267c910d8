import { err, ok, ownValue, type Result } from '../base/index.ts';
import { ownText, ownTexts } from './ownText.ts';
import type { Finding, Proposal } from './Proposal.ts';
import { type ReadChange, readChange } from './readChange.ts';

/** Most changes of one proposal: what a person can still look at. */
export const MOST_CHANGES = 100;

/** Reads all changes of a proposal, and refuses those that say two things about one place. */
export function readChanges({ changes, path }: Proposal): Result<readonly ReadChange[], readonly Finding[]> {
  if (changes.length === 0 || changes.length > MOST_CHANGES) return err([wrongCount(changes.length)]);
  const read = changes.map((raw, index) => readChange(raw, index, path));
  const findings = read.flatMap((result) => (result.ok ? [] : result.error));
  const values = read.flatMap((result) => (result.ok ? [result.value] : []));
  const clashes = findings.length === 0 ? findClashes(values) : [];
  return findings.length + clashes.length > 0 ? err([...findings, ...clashes]) : ok(values);
}

function wrongCount(count: number): Finding {
  const message =
    count === 0 ? 'A proposal needs at least one change.' : `${count} changes are too many for one proposal.`;
  return { code: 'INVALID_CHANGE', place: 'changes', message, next: `Give 1 to ${MOST_CHANGES} changes.` };
}

/** Changes of one proposal that say two things about one place: their order would decide, which it does not. */
function findClashes(changes: readonly ReadChange[]): readonly Finding[] {
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

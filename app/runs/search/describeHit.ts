import { type RunEvent, tellError } from '#engine/run';
import type { FollowedRun } from '../../session/runSteps/index.ts';
import { formatLength, shortText } from '../../ui/index.ts';
import { markHidden } from '../../ui/markHidden.ts';
import { itemOf } from '../parts/itemOf.ts';
import { type HitPart, partsOf } from './partsOf.ts';
import { isBegin, type RunQuery } from './RunSearch.ts';
import { lengthOf } from './StepFilters.ts';
import { TextWalk } from './TextWalk.ts';

/** A hit as a person reads it. */
export interface Hit {
  /** Index of its event. */
  readonly index: number;
  /** The step that it leads to; null where it is of the run as a whole. */
  readonly activation: number | null;
  readonly part: HitPart;
  /** Where it is: `Draft reply, item 78`. */
  readonly step: string;
  /** What of that: `output.items[3].text`. */
  readonly place: string;
  readonly before: string;
  /** The words as they are there; empty for a hit of the filters alone. */
  readonly match: string;
  readonly after: string;
}

/** Characters that are shown around the words. */
const BEFORE = 40;
const AFTER = 160;

interface DescribedHit {
  readonly run: FollowedRun;
  readonly index: number;
  readonly query: RunQuery;
  readonly nameOf: (taskId: string) => string;
}

/** Says where a hit is and what is there; undefined where its run has no such event. */
export function describeHit({ run, index, query, nameOf }: DescribedHit): Hit | undefined {
  const event = run.events.at(index);
  if (event === undefined) return undefined;
  const activation = 'activation' in event ? event.activation : null;
  const step = activation === null ? 'The run' : placeOfStep(run, activation, nameOf);
  return { index, activation, step, ...excerptOf(event, run, query, nameOf) };
}

/** A hit as it is said aloud, with its place among all. */
export function sayHit({ step, place, before, match, after }: Hit, at: number, count: number): string {
  const where = place === '' ? step : `${step}, ${place}`;
  return `Hit ${(at + 1).toLocaleString('en')} of ${count.toLocaleString('en')}. ${where}: ${before}${match}${after}`;
}

/** How many hits there are, and whether there may be more. */
export function countHits(count: number, isDone: boolean): string {
  if (count === 0) return isDone ? 'Nothing found' : 'Searching…';
  return `${count.toLocaleString('en')} ${count === 1 ? 'hit' : 'hits'}${isDone ? '' : ' so far'}`;
}

type Excerpt = Pick<Hit, 'part' | 'place' | 'before' | 'match' | 'after'>;

function excerptOf(
  event: RunEvent,
  run: FollowedRun,
  { words }: RunQuery,
  nameOf: (taskId: string) => string,
): Excerpt {
  if (words === '') return { part: 'event', place: '', before: reasonOf(event, run), match: '', after: '' };
  const names = isBegin(event, run) ? [nameOf(event.taskId), event.taskId] : [];
  for (const name of names) {
    const at = name.toLowerCase().indexOf(words.toLowerCase());
    if (at >= 0) return { part: 'name', place: 'name', ...cut(name, at, words.length) };
  }
  const walk = new TextWalk(words, Infinity);
  for (const { part, value } of partsOf(event)) {
    walk.begin(value);
    if (walk.next() !== true) continue;
    const { text, at } = walk.place;
    const place = part === 'event' ? event.type : `${part}${walk.path}`;
    return { part, place, ...cut(text, at, words.length) };
  }
  return { part: 'event', place: 'event', before: '', match: event.type, after: '' };
}

function cut(text: string, at: number, length: number): Pick<Hit, 'before' | 'match' | 'after'> {
  const [from, end, to] = [Math.max(0, at - BEFORE), at + length, at + length + AFTER];
  return {
    before: `${from > 0 ? '…' : ''}${toLine(text.slice(from, at))}`,
    match: toLine(text.slice(at, end)),
    after: `${toLine(text.slice(end, to))}${to < text.length ? '…' : ''}`,
  };
}

function toLine(text: string): string {
  return markHidden(text.replaceAll(/\s+/g, ' '));
}

/** Why a step fits its filters, as its event says it. */
function reasonOf(event: RunEvent, run: FollowedRun): string {
  switch (event.type) {
    case 'task.failed':
    case 'task.retrying':
      return toLine(shortText(`${event.error.code}: ${tellError(event.error)}`, AFTER));
    case 'task.progress':
      return `${event.failed} of ${event.total} failed`;
    case 'effect.requested':
      return toLine(`Calls ${event.name}`);
    case 'effect.repeated':
      return 'A call was made again';
    default: {
      const step = 'activation' in event ? run.view.activations.get(event.activation) : undefined;
      const length = step === undefined ? null : lengthOf(step, run);
      return length === null ? '' : `Worked for ${formatLength(length)}`;
    }
  }
}

/** The name of a step, with the item that it ran for. */
function placeOfStep({ view }: FollowedRun, id: number, nameOf: (taskId: string) => string): string {
  const step = view.activations.get(id);
  if (step === undefined) return '';
  const at = itemOf(view.activations, step);
  const item = at?.operation == null ? '' : `, item ${(at.operation.index + 1).toLocaleString('en')}`;
  return `${nameOf(step.taskId)}${item}`;
}

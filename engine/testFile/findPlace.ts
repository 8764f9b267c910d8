import { type Data, err, isDataMap, ok, type Result } from '../base/index.ts';
import { type Syntax, toNodeData } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';

/** Maps that a variant may add to a workflow that has none. */
const ADDED: ReadonlySet<string> = new Set(['config', 'with', 'env']);

/** Keys whose values say what something is, which no variant changes. */
const FIXED: ReadonlySet<string> = new Set(['id', 'type', 'next']);

/** How many places of a workflow are listed. */
const MOST_PLACES = 500;

/**
 * The path of a place of a workflow that a variant names by keys, with ids or numbers for items of lists: `agents/clerk/config/model`.
 * What it leads to need not be there, but what is around it. The error is a sentence about where it ends.
 */
export function findPlace({ root }: Syntax, place: string): Result<Path, string> {
  const steps = place.split('/');
  const path: (string | number)[] = [];
  let data: Data = toNodeData(root);
  for (const [index, step] of steps.entries()) {
    const around = steps.slice(0, index).join('/') || 'The workflow';
    if (Array.isArray(data)) {
      const at: number = /^\d+$/.test(step) ? Number(step) : data.findIndex((item: Data) => idOf(item) === step);
      const ids = data.map((item: Data) => idOf(item)).filter((id) => id !== null);
      if (data[at] === undefined) return err(`${around} has no “${step}”. It has ${ids.slice(0, 20).join(', ')}.`);
      path.push(at);
      data = data[at];
    } else if (isDataMap(data)) {
      path.push(step);
      const isLast = index === steps.length - 1;
      if (!data.has(step) && (step === '' || !(isLast || (ADDED.has(step) && index === steps.length - 2))))
        return err(`${around} has no “${step}”. It has ${[...data.keys()].slice(0, 20).join(', ')}.`);
      data = data.get(step) ?? (isLast ? null : new Map());
    } else return err(`${around} has nothing inside it.`);
  }
  return ok(path);
}

/** The places of a workflow that have one value, as variants name them. */
export function listPlaces({ root }: Syntax): readonly string[] {
  const places: string[] = [];
  const visit = (data: Data, place: readonly string[]): void => {
    if (places.length >= MOST_PLACES) return;
    if (isDataMap(data)) for (const [key, value] of data) if (!FIXED.has(key)) visit(value, [...place, key]);
    if (Array.isArray(data))
      for (const [index, item] of data.entries()) visit(item, [...place, idOf(item) ?? `${index}`]);
    if (!isDataMap(data) && !Array.isArray(data) && place.length > 1) places.push(place.join('/'));
  };
  visit(toNodeData(root), []);
  return places;
}

function idOf(item: Data): string | null {
  const id = isDataMap(item) ? item.get('id') : undefined;
  return typeof id === 'string' ? id : null;
}

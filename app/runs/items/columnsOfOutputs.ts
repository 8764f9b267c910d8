import { isJsonObject } from '#engine/values';
import type { ItemRow } from './toItemRows.ts';

/** How many rows with an output tell which columns there are, and the most columns. */
const SAMPLE = 50;
const MOST = 8;

/** The keys of what rows gave; none where that is no map. */
export function columnsOfOutputs(rows: readonly ItemRow[]): readonly string[] {
  const keys = new Set<string>();
  let seen = 0;
  for (const { output } of rows) {
    if (output === null) continue;
    if (!isJsonObject(output)) return [];
    for (const key of Object.keys(output)) keys.add(key);
    seen += 1;
    if (seen === SAMPLE) break;
  }
  return [...keys].slice(0, MOST);
}

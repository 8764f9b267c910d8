import { expect, it } from 'vitest';
import { EMPTY_VIEW } from '#engine/run';
import { ratioToFloor } from '../../../engine/testing/timing.ts';
import { RunSearch } from './RunSearch.ts';
import { customerEvents } from './testing.ts';

const EVENTS = customerEvents(100_000);

function search(): readonly number[] {
  const found = new RunSearch({ words: 'customer 99999', filters: [] }, (id) => id);
  for (const _ of found.advance({ events: EVENTS, view: EMPTY_VIEW })) continue;
  return found.hits;
}

it('finds what the last of 200,000 events has in a part of the time that it takes to write them as a text', async () => {
  expect(search()).toEqual([199_998]);
  const ratio = await ratioToFloor(search, () => JSON.stringify(EVENTS));
  expect(ratio).toBeLessThan(10);
});

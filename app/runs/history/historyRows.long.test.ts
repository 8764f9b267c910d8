import { expect, it } from 'vitest';
import { ratioToFloor } from '../../../engine/testing/timing.ts';
import { chooseRuns } from './historyRows.ts';
import { A_FILE, manyRows } from './testing.ts';

it('are chosen among 50,000 in little more than ten times the time that 5,000 take', async () => {
  const [few, many] = [manyRows(5_000), manyRows(50_000)];
  const ratio = await ratioToFloor(
    () => chooseRuns(many, A_FILE),
    () => chooseRuns(few, A_FILE),
    10,
  );
  expect(ratio).toBeLessThan(40);
});

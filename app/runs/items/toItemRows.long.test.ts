import { expect, it } from 'vitest';
import { ratioToFloor } from '../../../engine/testing/timing.ts';
import { BY_LABEL, manyRows } from './testing.ts';
import { chooseRows } from './toItemRows.ts';

it('sorts 20,000 rows in little more than ten times the time that 2,000 take', async () => {
  const [few, many] = [manyRows(2_000), manyRows(20_000)];
  const ratio = await ratioToFloor(
    () => chooseRows(many, BY_LABEL),
    () => chooseRows(few, BY_LABEL),
    10,
  );
  expect(ratio).toBeLessThan(40);
});

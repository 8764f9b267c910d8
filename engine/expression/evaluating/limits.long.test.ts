import { expect, it } from 'vitest';
import { ratioToFloor } from '../../testing/timing.ts';
import { parseExpression } from '../parsing/parseExpression.ts';
import { evaluateExpression, RUNAWAYS, runawayScope } from '../testing.ts';

/** Nearly as many steps as an expression may take, at each of which 100 items are looked at. */
const LARGE = parseExpression('map(range(0, 45), x => contains(input, 1))');

/** How many times as long as that: ten times what the slowest takes. */
const MOST = 80;

it.each(RUNAWAYS)('ends %s in time', async (source) => {
  const scope = runawayScope();
  expect(evaluateExpression(LARGE, scope).ok).toBe(true);
  const ratio = await ratioToFloor(
    () => evaluateExpression(parseExpression(source), scope),
    () => evaluateExpression(LARGE, scope),
  );
  expect(ratio).toBeLessThan(MOST);
});

import { expect, test } from 'vitest';
import { ratioToFloor } from '../../testing/timing.ts';
import { onOneLine } from './terminal.ts';

function print(blanks: number): () => string {
  const gap = ' '.repeat(blanks);
  const text = `a${gap}b\n${gap}\nc`;
  return () => onOneLine(text);
}

test('long runs of blanks in a text of a stranger take no longer than their length', async () => {
  // Ten times as many take about ten times as long; a hundred times with a pattern that goes back over blanks.
  expect(await ratioToFloor(print(60_000), print(6_000), 20)).toBeLessThan(50);
});

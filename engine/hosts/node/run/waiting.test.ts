import { expect, test } from 'vitest';
import { Turns } from './waiting.ts';

test('turns are taken one after the other, and what is ready comes between any two of them', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  let isOver = false;
  // A request that is ready is seen to once in each round of the loop, as this is.
  const look = (): void => {
    seen.push('ready');
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const work = async (name: string): Promise<void> => {
    for (let step = 0; step < 3; step += 1) {
      await turns.next();
      seen.push(`${name}${step}`);
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(work));
  isOver = true;
  expect(seen.filter((each) => each !== 'ready')).toEqual('a0 b0 c0 d0 a1 b1 c1 d1 a2 b2 c2 d2'.split(' '));
  for (const [index, each] of seen.entries()) if (index > 0) expect([each, seen[index - 1]]).toContain('ready');
});

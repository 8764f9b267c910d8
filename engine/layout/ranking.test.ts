import { afterEach, expect, it, vi } from 'vitest';

const LINKS = [{ source: 'a', target: 'b', isAside: false }];
const A = { id: 'a', width: 216, height: 60 };
const B = { ...A, id: 'b' };

afterEach(() => vi.resetModules());

it('is missing until it was loaded, and says so', async () => {
  vi.resetModules();
  const { rankBoxes } = await import('./rankBoxes.ts');
  const { loadRanking, RankingMissing } = await import('./ranking.ts');
  expect(() => rankBoxes([A, B], LINKS, 40)).toThrow(RankingMissing);
  await loadRanking();
  expect(rankBoxes([A, B], LINKS, 40).get('b')).toMatchObject({ x: 300, y: 0 });
});

it('is not needed for a box alone, which stands where it would', async () => {
  vi.resetModules();
  const { rankBoxes } = await import('./rankBoxes.ts');
  expect(rankBoxes([A], [], 40).get('a')).toEqual({ x: 0, y: 0, width: 216, height: 60 });
});

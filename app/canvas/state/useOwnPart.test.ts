import { expect, test } from 'vitest';
import { partFor } from './useOwnPart.ts';

const part = { nodes: new Set(['a']), edges: [], isThinned: true, region: { x: 0, y: 0, width: 1, height: 1 } };

test('a part of one file is not drawn of another', () => {
  expect(partFor({ path: 'a.yaml', part }, 'a.yaml')).toBe(part);
  expect(partFor({ path: 'a.yaml', part }, 'b.yaml')).toBeNull();
});

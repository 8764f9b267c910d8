import { expect, test } from 'vitest';
import type { GraphEdge } from '#engine';
import { backdropPaths } from './Backdrop.tsx';

const box = (x: number, y: number) => ({ x, y, width: 20, height: 10 });
const BOXES = new Map([
  ['a', box(0, 0)],
  ['b', box(100, 0)],
  ['c', box(200, 0)],
  ['far', box(9_000, 0)],
]);
const edge = (source: string, target: string): GraphEdge => ({
  id: `${source}>${target}`,
  source,
  target,
  via: 'on_success',
  label: '',
  isDangling: false,
  path: [],
});
const REGION = { x: -50, y: -50, width: 400, height: 200 };

test('what is drawn as a card or is elsewhere is not painted', () => {
  const drawn = { nodes: new Set(['a']), edges: [], region: REGION };
  const { cards, frames } = backdropPaths({ boxes: BOXES, edges: [], frames: new Set(['c']), drawn });
  expect(cards).toEqual(['M100,0h20v10h-20z']);
  expect(frames).toEqual(['M200,0h20v10h-20z']);
});

test('lines that are not drawn run from middle to middle, those through the part from outside too', () => {
  const [first, second, long] = [edge('a', 'b'), edge('b', 'c'), edge('a', 'far')];
  const drawn = { nodes: new Set(['a', 'b']), edges: [first], region: REGION };
  const { lines } = backdropPaths({ boxes: BOXES, edges: [first, second, long], frames: new Set(), drawn });
  expect(lines).toEqual(['M110,5L210,5M10,5L9010,5']);
});

test('many boxes are a few paths', () => {
  const boxes = new Map(Array.from({ length: 120 }, (_, index) => [`t${index}`, box(index, 0)]));
  const drawn = { nodes: new Set<string>(), edges: [], region: REGION };
  expect(backdropPaths({ boxes, edges: [], frames: new Set(), drawn }).cards).toHaveLength(3);
});

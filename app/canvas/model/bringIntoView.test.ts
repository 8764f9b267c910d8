import { expect, test } from 'vitest';
import { bringIntoView } from './openingView.ts';

const PANE = { width: 1000, height: 800 };
const VIEW = { x: 0, y: 0, zoom: 1 };
const at = (x: number, y: number) => ({ x, y, width: 216, height: 60 });

test('a card that is clear of the bars leaves the view where it is', () => {
  expect(bringIntoView(at(300, 300), VIEW, PANE)).toEqual(VIEW);
});

test('the view moves only as far as the card needs, on the axis that needs it', () => {
  expect(bringIntoView(at(900, 300), VIEW, PANE)).toEqual({ ...VIEW, x: -160 });
  expect(bringIntoView(at(-500, 300), VIEW, PANE)).toEqual({ ...VIEW, x: 544 });
  expect(bringIntoView(at(300, 790), VIEW, PANE)).toEqual({ ...VIEW, y: -154 });
  expect(bringIntoView(at(900, 300), { x: 0, y: 0, zoom: 0.5 }, PANE)).toEqual({ x: 0, y: 0, zoom: 0.5 });
});

test('a card that is larger than the pane is seen from its corner on', () => {
  expect(bringIntoView({ x: 100, y: 100, width: 3000, height: 60 }, VIEW, PANE)).toEqual({ ...VIEW, x: -56 });
});

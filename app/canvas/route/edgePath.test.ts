import { expect, test } from 'vitest';
import { edgePath, tipPath, wayPath } from './edgePath.ts';

test('between level ports the line is straight, with its label half-way', () => {
  const { d, label, angle } = edgePath({ x: 0, y: 10, side: 'right' }, { x: 80, y: 10, side: 'left' });
  expect(d).toBe('M0,10 C40,10 40,10 80,10');
  expect(label).toEqual({ x: 40, y: 10 });
  expect(angle).toBe(0);
});

test('ahead but not level it leaves and arrives at right angles', () => {
  expect(edgePath({ x: 0, y: 0, side: 'right' }, { x: 100, y: 60, side: 'left' }).d).toBe('M0,0 C50,0 50,60 100,60');
  expect(edgePath({ x: 0, y: 0, side: 'bottom' }, { x: 60, y: 100, side: 'top' }).d).toBe('M0,0 C0,50 60,50 60,100');
});

test('an error branch goes down, then on with the flow', () => {
  const { d, angle } = edgePath({ x: 0, y: 0, side: 'bottom' }, { x: 100, y: 120, side: 'left' });
  expect(d).toBe('M0,0 C0,60 50,120 100,120');
  expect(angle).toBe(0);
});

test('back to an earlier task it runs around the cards, beyond both when they are level', () => {
  const { d, label } = edgePath({ x: 500, y: 30, side: 'right' }, { x: 0, y: 30, side: 'left' });
  expect(d.startsWith('M500,30 L512,30 Q524,30 524,42 L524,102')).toBe(true);
  expect(d.endsWith('L0,30')).toBe(true);
  expect(label).toEqual({ x: 250, y: 114 });
});

test('back between rows that are far apart it runs between them', () => {
  const { label } = edgePath({ x: 500, y: 0, side: 'right' }, { x: 0, y: 400, side: 'left' });
  expect(label.y).toBe(200);
});

test('a loop of a task on itself leaves the lower side and comes in again', () => {
  const { d } = edgePath({ x: 184, y: 60, side: 'bottom' }, { x: 0, y: 30, side: 'left' });
  expect(d.startsWith('M184,60 L184,72 Q184,84')).toBe(true);
  expect(d).not.toContain('NaN');
});

test('lines that arrive from above turn their end mark', () => {
  expect(edgePath({ x: 0, y: 0, side: 'bottom' }, { x: 0, y: 80, side: 'top' }).angle).toBe(90);
});

test('in its way it has rounded corners, and its words are where they were placed', () => {
  const source = { x: 6, y: 30, side: 'right' } as const;
  const target = { x: 194, y: 130, side: 'left' } as const;
  const [a, b, c, d] = [
    { x: 0, y: 30 },
    { x: 100, y: 30 },
    { x: 100, y: 130 },
    { x: 200, y: 130 },
  ] as const;
  const way = { route: [a, b, c, d], label: { text: 'later', x: 50, y: 30 } };
  expect(wayPath(source, target, way)).toEqual({
    d: 'M6,30 L88,30 Q100,30 100,42 L100,118 Q100,130 112,130 L194,130',
    label: { text: 'later', x: 50, y: 30 },
    angle: 0,
  });
});

test('a line whose end is elsewhere by now runs plainly', () => {
  const [source, target] = [{ x: 0, y: 0, side: 'right' } as const, { x: 100, y: 60, side: 'left' } as const];
  const way = {
    route: [
      { x: 0, y: 0 },
      { x: 300, y: 0 },
    ],
    label: null,
  };
  expect(wayPath(source, target, way)).toEqual(edgePath(source, target));
});

test('the tip of a line is turned to where it arrives, and has the shape of its way', () => {
  expect(tipPath('success', { x: 100, y: 50, angle: 0 })).toBe('M92,44.5 L100,50 L92,55.5');
  expect(tipPath('route', { x: 100, y: 50, angle: 90 })).toBe('M105.5,42 L100,50 L94.5,42');
  expect(tipPath('error', { x: 0, y: 0, angle: 180 })).toBe('M11,0 L5.5,5 L0,0 L5.5,-5 Z');
});

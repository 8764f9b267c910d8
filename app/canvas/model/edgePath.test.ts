import { expect, test } from 'vitest';
import { edgePath } from './edgePath.ts';

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
  expect(d.startsWith('M500,30 L514,30 Q524,30 524,40 L524,104')).toBe(true);
  expect(d.endsWith('L0,30')).toBe(true);
  expect(label).toEqual({ x: 250, y: 114 });
});

test('back between rows that are far apart it runs between them', () => {
  const { label } = edgePath({ x: 500, y: 0, side: 'right' }, { x: 0, y: 400, side: 'left' });
  expect(label.y).toBe(200);
});

test('a loop of a task on itself leaves the lower side and comes in again', () => {
  const { d } = edgePath({ x: 184, y: 60, side: 'bottom' }, { x: 0, y: 30, side: 'left' });
  expect(d.startsWith('M184,60 L184,74 Q184,84')).toBe(true);
  expect(d).not.toContain('NaN');
});

test('lines that arrive from above turn their end mark', () => {
  expect(edgePath({ x: 0, y: 0, side: 'bottom' }, { x: 0, y: 80, side: 'top' }).angle).toBe(90);
});

test('in a lane it curves in, runs straight and curves out, with the label in the middle', () => {
  const { d, label } = edgePath({ x: 0, y: 30, side: 'right' }, { x: 400, y: 30, side: 'left' }, 100);
  expect(d).toBe('M0,30 C32,30 32,100 64,100 L336,100 C368,100 368,30 400,30');
  expect(label).toEqual({ x: 200, y: 100 });
});

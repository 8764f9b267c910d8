import { expect, test } from 'vitest';
import { sketchWorkflow } from './sketchWorkflow.ts';

const TEXT = `name: Two
description: What it is for.
tasks:
  - id: first
    type: basic
    use: core:http
    with: { url: a }
    on_success: { next: group }
    on_error: { next: end }
  - id: group
    type: composite
    tasks: [{ id: inner, type: wait, config: { timeout: 1s, check_interval: 1s } }]
`;

test('a sketch has each card in the colour of its kind, each container and each line, and nothing else', async () => {
  const { name, description, sketch } = await sketchWorkflow('two.yaml', TEXT);
  expect([name, description]).toEqual(['Two', 'What it is for.']);
  expect(sketch.cards.map(([, , , , tone]) => tone).toSorted()).toEqual(['tool', 'wait']);
  expect(sketch.frames).toHaveLength(1);
  expect(sketch.lines.map(([tone]) => tone).toSorted()).toEqual(['error', 'success']);
});

test('all of it lies in the part of the plane that it takes', async () => {
  const { sketch } = await sketchWorkflow('two.yaml', TEXT);
  const [left, top, width, height] = sketch.view;
  for (const [x, y, w, h] of [...sketch.frames, ...sketch.cards]) {
    expect([x >= left, y >= top, x + w <= left + width, y + h <= top + height]).toEqual([true, true, true, true]);
  }
  for (const [, path] of sketch.lines) expect(path).toMatch(/^[MLQC0-9 ,-]+$/);
});

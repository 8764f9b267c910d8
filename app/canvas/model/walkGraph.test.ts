import { expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { yaml } from '#engine/testing';
import { arrangeGraph } from './arrangeGraph.ts';
import type { Direction } from './direction.ts';
import { type ArrowKey, walkGraph } from './walkGraph.ts';

const { graph } = analyze(
  'a.yaml',
  yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: box}, on_error: {next: oops}}
      - id: box
        type: parallel
        on_success: {next: z}
        tasks:
          - {id: one, type: basic}
          - {id: two, type: basic}
      - {id: z, type: basic}
      - {id: oops, type: basic}
  `,
);

function walk(from: string, arrow: ArrowKey, direction: Direction = 'right') {
  return walkGraph(graph, from, arrow, arrangeGraph(graph, EMPTY_LAYOUT, direction));
}

test('along the flow arrows follow lines, the straightest first', () => {
  expect(walk('a', 'ArrowRight')).toBe('box');
  expect(walk('box', 'ArrowLeft')).toBe('a');
  expect(walk('z', 'ArrowRight')).toBe(null);
});

test('the flow turned down turns the keys', () => {
  expect(walk('a', 'ArrowDown', 'down')).toBe('box');
  expect(walk('z', 'ArrowUp', 'down')).toBe('box');
});

test('across the flow they go to the nearest card on that side', () => {
  expect(walk('a', 'ArrowDown')).toBe('oops');
  expect(walk('one', 'ArrowDown')).toBe('two');
});

test('down leads into a container, up and along lead out of it', () => {
  expect(walk('box', 'ArrowDown')).toBe('one');
  expect(walk('one', 'ArrowUp')).toBe('box');
  expect(walk('two', 'ArrowRight')).toBe('z');
});

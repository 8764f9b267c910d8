import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { inferDirection } from './placeEnds.ts';

const { graph } = analyze(
  'a.yaml',
  yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: [b, c]}}
      - {id: b, type: basic}
      - {id: c, type: basic}
  `,
);

const at = (places: Record<string, [number, number]>) =>
  new Map(Object.entries(places).map(([id, [x, y]]) => [id, { x, y }]));

test('places that step to the right run right, also with branches', () => {
  expect(inferDirection(graph, at({ a: [0, 60], b: [300, 0], c: [300, 120] }))).toBe('right');
});

test('places that step down run down, also with branches', () => {
  expect(inferDirection(graph, at({ a: [130, 0], b: [0, 140], c: [260, 140] }))).toBe('down');
});

test('without a line between two places there is nothing to go by', () => {
  expect(inferDirection(graph, at({ a: [0, 0] }))).toBe(null);
});

test('rows below each other run right, though the line from one to the next leads far back and down', () => {
  const { graph: chain } = analyze(
    'a.yaml',
    yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: b}}
        - {id: b, type: basic, on_success: {next: c}}
        - {id: c, type: basic, on_success: {next: d}}
        - {id: d, type: basic}
    `,
  );
  const places = at({ a: [0, 0], b: [300, 0], c: [0, 900], d: [300, 900] });
  expect(inferDirection(chain, places)).toBe('right');
});

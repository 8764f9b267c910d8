import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { findPlace } from './addTask.ts';

const analysis = analyze(
  'a.yaml',
  yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: b}}
      - {id: b, type: basic}
      - {id: d, type: decision}
      - id: box
        type: parallel
        tasks: [{id: inner, type: basic}]
  `,
);

test('after the selected task where its success is free', () => {
  expect(findPlace(analysis, new Set(['b']))).toEqual({ after: { source: 'b', via: 'on_success' } });
  expect(findPlace(analysis, new Set(['d']))).toEqual({ after: { source: 'd', via: 'routes' } });
});

test('beside it where its success leads on already', () => {
  expect(findPlace(analysis, new Set(['a']))).toEqual({ parent: null });
});

test('inside a selected container, and beside an operation of a parallel one', () => {
  expect(findPlace(analysis, new Set(['box']))).toEqual({ parent: 'box' });
});

test('on its own with several selected', () => {
  expect(findPlace(analysis, new Set(['a', 'b']))).toEqual({ parent: null });
});

const NOTHING: ReadonlySet<string> = new Set();

function placeIn(tasks: string): unknown {
  return findPlace(analyze('a.yaml', tasks), NOTHING);
}

test('with nothing selected, after the last task of the main chain, whatever is beside it', () => {
  expect(findPlace(analysis, NOTHING)).toEqual({ after: { source: 'b', via: 'on_success' } });
  const joined = yaml`
    tasks:
      - {id: a, type: decision, config: {routes: {x: b, y: c}, default: c}, on_error: {next: f}}
      - {id: b, type: basic, on_success: {next: c}}
      - {id: c, type: basic, on_error: {next: f}}
      - {id: f, type: basic}
  `;
  expect(placeIn(joined)).toEqual({ after: { source: 'c', via: 'on_success' } });
});

test('with nothing selected, after a container or a decision that ends the chain', () => {
  expect(placeIn('tasks: [{id: a, type: parallel, tasks: [{id: b, type: basic}]}]')).toEqual({
    after: { source: 'a', via: 'on_success' },
  });
  const after = { after: { source: 'd', via: 'routes' } };
  expect(placeIn('tasks: [{id: d, type: decision}]')).toEqual(after);
  expect(placeIn('tasks: [{id: d, type: decision, config: {default: {next: end}}}]')).toEqual(after);
});

test('with nothing selected, on its own where the end of the chain is not plain', () => {
  const free = { parent: null };
  expect(placeIn('')).toEqual(free);
  const branches = yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: [b, c]}}
      - {id: b, type: basic}
      - {id: c, type: basic}
  `;
  expect(placeIn(branches)).toEqual(free);
  expect(placeIn('tasks: [{id: a, type: basic, on_success: {next: end}}]')).toEqual(free);
  expect(placeIn('tasks: [{id: a, type: basic, on_success: {next: gone}}]')).toEqual(free);
  const loop = 'tasks: [{id: a, type: basic, on_success: {next: b}}, {id: b, type: basic, on_success: {next: a}}]';
  expect(placeIn(loop)).toEqual(free);
});

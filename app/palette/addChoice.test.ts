import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { findPlace } from './addChoice.ts';

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

test('on its own without one selected task', () => {
  expect(findPlace(analysis, new Set())).toEqual({ parent: null });
  expect(findPlace(analysis, new Set(['a', 'b']))).toEqual({ parent: null });
});

import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { listCutConnections } from '#engine/edit';
import { describeCuts } from './describeCuts.ts';

const SOURCE = `tasks:
  - { id: a, name: Ask, type: basic, on_success: { next: b }, on_error: { next: d } }
  - { id: b, type: basic, on_success: { next: c }, on_error: { next: d } }
  - { id: c, name: Close, type: basic, on_error: { next: b } }
  - { id: d, type: basic }
  - { id: box, type: composite, tasks: [{ id: inner, type: basic }] }
`;

function describe(ids: readonly string[]): string {
  const analysis = analyze('cuts.yaml', SOURCE);
  return describeCuts(analysis.graph, listCutConnections(analysis, { ids, parent: 'box' }));
}

test.each([
  [
    'a connection to what is moved leads to what follows, and the others go',
    ['b'],
    'Ask connects to Close, cuts b → Close, and 2 more',
  ],
  ['what nothing follows is cut', ['d'], 'cuts Ask → d (on_error), cuts b → d (on_error)'],
  ['what moves together stays connected', ['b', 'c', 'd'], 'cuts Ask → b, cuts Ask → d (on_error)'],
  ['where all move nothing is cut', ['a', 'b', 'c', 'd'], ''],
])('%s', (_, ids, words) => {
  expect(describe(ids)).toBe(words);
});

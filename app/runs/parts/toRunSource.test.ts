import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { toRunSource } from './toRunSource.ts';

const TEXT = yaml`
  tasks:
    - import: ./order.yaml
      on_success: { next: done }
    - { id: done, type: basic, name: Done }
`;
const ORDER = yaml`
  id: order
  type: composite
  name: Take the order
  tasks:
    - { id: write, type: basic, use: core:log }
    - { id: ask, type: wait }
`;

test('an imported task and those inside it have the kinds and names of their file', () => {
  const { kindOf, nameOf } = toRunSource(analyze('a.yaml', TEXT, undefined, new Map([['order.yaml', ORDER]])));
  expect(['order', 'write', 'ask', 'done'].map(kindOf)).toEqual(['composite', 'core:log', 'wait', 'basic']);
  expect(['order', 'write', 'done'].map(nameOf)).toEqual(['Take the order', 'write', 'Done']);
});

test('a task that is not known is named by its id', () => {
  const { kindOf, nameOf } = toRunSource(analyze('a.yaml', TEXT));
  expect([kindOf('order'), nameOf('order')]).toEqual(['unknown', 'order']);
});

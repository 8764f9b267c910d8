import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { refused } from '../../testing/wrapping.ts';
import { unwrapContainer } from './unwrapContainer.ts';
import { wrapInContainer } from './wrapInContainer.ts';

const READER = yaml`
  tasks:
    - { id: a, type: basic, on_success: { next: b } }
    - { id: b, type: basic, with: { n: "{{ event.output.n }}" } }
`;

test('a task is not wrapped where the next one reads the event that it brings', () => {
  expect(refused(READER, ['a'])).toBe('NOT_EXPRESSIBLE');
  expect(refused(READER.replace('event.output.n', 'tasks.a.output.n'), ['a'])).toBeNull();
});

test('a container stays where the next task reads the event that it brings', () => {
  const plain = READER.replace('event.output.n', 'tasks.a.output.n');
  const box = editText(plain, (it) => wrapInContainer(it, { ids: ['a'], type: 'composite', id: 'box' })).text;
  const reading = box.replace(/tasks\.\S+ }}/, 'event.output.n }}');
  expect(refusalOf(reading, (it) => unwrapContainer(it, { id: 'box' }))).toBe('NOT_EXPRESSIBLE');
  expect(editText(box, (it) => unwrapContainer(it, { id: 'box' })).text).not.toContain('box');
});

test.each(['with', 'env'])('a task is not wrapped where its own %s reads what a connection passes to it', (key) => {
  const passing = yaml`
    tasks:
      - { id: a, type: basic, on_success: { next: b, with: { n: 5 } } }
      - { id: b, type: basic, KEY: { M: "{{ input.n }}" } }
  `.replace('KEY', key);
  expect(refused(passing, ['b'])).toBe('NOT_EXPRESSIBLE');
  expect(refused(passing.replace('input.n', 'tasks.a.status'), ['b'])).toBeNull();
});

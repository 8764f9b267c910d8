import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { convertType } from './convertType.ts';
import { replaceTask } from './replaceTask.ts';

const decision = yaml`
  tasks:
    - id: a
      type: decision
      use: core:http
      with: { url: x }
      config:
        condition: "{{ output.ok }}" # kept by wait
        routes: { x: end }
        mine: 1
      on_condition_match: {}
      on_success:
        next: end
`;

test('keeps what fits and what no type knows, drops what is of other types, adds what is required', () => {
  expect(editText(decision, (it) => convertType(it, { id: 'a', type: 'wait' })).text).toBe(yaml`
    tasks:
      - id: a
        type: wait
        use: core:http
        with: { url: x }
        config:
          condition: "{{ output.ok }}" # kept by wait
          mine: 1
          timeout: 10s
          check_interval: 1s
        on_success:
          next: end
  `);
});

test('a config that is empty then goes', () => {
  const text = 'tasks:\n  - id: a\n    type: wait\n    config:\n      timeout: 1s\n      check_interval: 1s\n';
  expect(editText(text, (it) => convertType(it, { id: 'a', type: 'composite' })).text).toBe(
    'tasks:\n  - id: a\n    type: composite\n    config:\n      timeout: 1s\n',
  );
  expect(editText(text, (it) => convertType(it, { id: 'a', type: 'decision' })).text).toBe(
    'tasks:\n  - id: a\n    type: decision\n    config:\n      condition: "{{ input != null }}"\n      default:\n        next: end\n',
  );
});

test('a container with tasks becomes only another container', () => {
  const text =
    'tasks:\n  - id: a\n    type: parallel\n    config: { fail_fast: true }\n    tasks:\n      - { id: x, type: basic }\n';
  expect(refusalOf(text, (it) => convertType(it, { id: 'a', type: 'basic' }))).toBe('CONTAINER_NOT_EMPTY');
  expect(editText(text, (it) => convertType(it, { id: 'a', type: 'composite' })).text).toBe(
    'tasks:\n  - id: a\n    type: composite\n    tasks:\n      - { id: x, type: basic }\n',
  );
});

test('a container whose tasks lead to each other does not become a parallel task', () => {
  const text = yaml`
    tasks:
      - id: box
        type: composite
        tasks:
          - { id: a, type: map, on_error: { next: b } }
          - { id: b, type: map }
  `;
  const toParallel = { id: 'box', type: 'parallel' } as const;
  expect(refusalOf(text, (it) => convertType(it, toParallel))).toBe('SIBLING_IN_PARALLEL');
  expect(refusalOf(text, (it) => replaceTask(it, { id: 'box', draft: { type: 'parallel' } }))).toBe(
    'SIBLING_IN_PARALLEL',
  );
  expect(refusalOf(text.replace(', on_error: { next: b }', ''), (it) => convertType(it, toParallel))).toBeNull();
});

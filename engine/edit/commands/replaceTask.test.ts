import { expect, test } from 'vitest';
import type { Analysis } from '../../graph/index.ts';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { replaceTask } from './replaceTask.ts';

const text = yaml`
  tasks:
    - id: a
      type: basic
      on_success: { next: [b, c] }
    # asks
    - id: b # beside
      name: Ask
      type: decision
      use: core:http
      with:
        url: x # old
      retry: { attempts: 1, backoff: fixed, interval: 1s }
      config: { condition: "{{ output.ok }}", routes: { x: c } }
      on_success:
        # then
        next: c
    - { id: c, type: basic, with: { x: "{{ tasks.b.output }}" } }
`;

test('another task keeps the id, the connections and what fits', () => {
  expect(
    editText(text, (it) =>
      replaceTask(it, { id: 'b', draft: { type: 'basic', use: 'agent:triage', action: 'sort', name: 'Sort' } }),
    ).text,
  ).toBe(yaml`
    tasks:
      - id: a
        type: basic
        on_success: { next: [b, c] }
      # asks
      - id: b # beside
        name: Sort
        type: basic
        use: agent:triage
        action: sort
        retry: { attempts: 1, backoff: fixed, interval: 1s }
        on_success:
          # then
          next: c
      - { id: c, type: basic, with: { x: "{{ tasks.b.output }}" } }
  `);
});

test('with an id of its own, everything that names the task follows', () => {
  const layout = { ...EMPTY_LAYOUT, positions: new Map([['b', { x: 1, y: 1 }]]) };
  const after = editText(
    text,
    (it) => replaceTask(it, { id: 'b', draft: { type: 'wait', id: 'pause' }, layout }),
    layout,
  );
  expect(after.text).toContain('next: [pause, c]');
  expect(after.text).toContain('{{ tasks.pause.output }}');
  expect(after.text).toContain('- id: pause # beside');
  expect(after.text).toContain('config: { condition: "{{ output.ok }}", timeout: 10s, check_interval: 1s }');
  expect([...(after.layout?.positions.keys() ?? [])]).toEqual(['pause']);
});

test('refuses ids that are taken or none, and to lose tasks', () => {
  expect(refusalOf(text, (it) => replaceTask(it, { id: 'b', draft: { type: 'map', id: 'c' } }))).toBe('DUPLICATE_ID');
  expect(refusalOf(text, (it) => replaceTask(it, { id: 'b', draft: { type: 'map', id: '' } }))).toBe('INVALID_ID');
  expect(refusalOf(text, (it) => replaceTask(it, { id: 'x', draft: { type: 'map' } }))).toBe('UNKNOWN_TASK');
  const box = 'tasks:\n  - id: b\n    type: composite\n    tasks: [{ id: c, type: map }]\n';
  expect(refusalOf(box, (it) => replaceTask(it, { id: 'b', draft: { type: 'map' } }))).toBe('CONTAINER_NOT_EMPTY');
  expect(editText(box, (it) => replaceTask(it, { id: 'b', draft: { type: 'parallel' } })).text).toContain('parallel');
});

function toParallel(it: Analysis) {
  return replaceTask(it, { id: 'one', draft: { type: 'parallel' } });
}

test('a type that another task has from there stays', () => {
  const merged = yaml`
    tasks:
      - &base
        id: one
        type: decision
        config: { condition: "{{ workflow.input.x }}", routes: { a: two } }
      - <<: *base
        id: two
        config: { condition: "{{ workflow.input.x }}", routes: { b: two } }
  `;
  expect(refusalOf(merged, toParallel)).toBe('NOT_EXPRESSIBLE');
  const asIs = editText(merged, (it) => replaceTask(it, { id: 'one', draft: { type: 'decision' } })).text;
  expect(asIs).toContain('- <<: *base');
  const own = merged.replace('id: two\n', 'id: two\n    type: decision\n');
  expect(editText(own, toParallel).text).toContain('type: parallel');
});

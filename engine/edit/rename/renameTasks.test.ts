import { expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { yaml } from '../../testing/index.ts';
import { applyEdits, invertEdits, type Transaction } from '../../text/index.ts';
import { renameTask } from './renameTask.ts';
import { renameTasks } from './renameTasks.ts';

const FLOW = yaml`
  start: a
  tasks:
    - id: a   # first
      type: basic
      on_success: { next: [b, c] }
    - id: b
      type: decision
      config:
        condition: tasks.a.output.ok && tasks["a"].status == 'success'
        routes: { yes: c, no: a }
    - { id: c, type: basic, with: { text: "{{ tasks.a.output }} and {{ tasks.b.output }}, b" } }
    - id: box
      type: composite
      tasks: [{ id: inner, type: basic, with: { x: '{{ tasks.c.output }}' } }]
    - { id: d, type: basic, with: { text: "{{ \x74asks.\x61.output }}, no task" } }
    - { id: e, type: basic, with: { a: "{{ tasks['d'].output.a }}" } }
`;

const read = (text: string) => analyze('flow.yaml', text);

function editsOf({ changes }: Transaction) {
  return changes.flatMap((change) => (change.type === 'edit' ? change.edits : []));
}

function rename(names: Readonly<Record<string, string>>) {
  return renameTasks(read(FLOW), new Map(Object.entries(names)));
}

test.each([
  ['a few', { a: 'first', b: 'second-one', c: 'third' }],
  ['many', { a: 'first', b: 'second-one', c: 'third', d: 'fourth', e: 'fifth', box: 'crate' }],
])('of %s gives the text that renaming one after the other gives, and can be taken back', (_, names) => {
  const done = rename(names);
  const edits = editsOf(done.ok ? done.value : { origin: '', changes: [] });
  let text = FLOW;
  for (const [id, to] of Object.entries(names)) {
    const one = renameTask(read(text), { id, to });
    text = applyEdits(text, editsOf(one.ok ? one.value : { origin: '', changes: [] }));
  }
  expect(text).toContain('first.output }} and {{ tasks.second-one.output }}, b');
  expect(text).toContain('{{ tasks.first.output }}, no task');
  expect(applyEdits(FLOW, edits)).toBe(text);
  expect(applyEdits(text, invertEdits(FLOW, edits))).toBe(FLOW);
});

test.each([
  ['a name that a task has', { a: 'x', b: 'c' }, 'DUPLICATE_ID'],
  ['a name that is none', { a: 'end' }, 'INVALID_ID'],
  ['a task that is not there', { gone: 'x' }, 'UNKNOWN_TASK'],
  ['a task whose output its container has', { inner: 'x' }, 'NOT_AT_TOP'],
])('refuses all for %s', (_, names, code) => {
  const done = rename(names);
  expect(done.ok ? null : done.error.code).toBe(code);
});

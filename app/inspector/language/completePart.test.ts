import { expect, test } from 'vitest';
import { analyze, type Path } from '#engine';
import { completionsAt } from '#engine/language';
import { completePart } from './completePart.ts';

const analysis = analyze(
  'w.yaml',
  `schema:
  input: { type: object, properties: { text: { type: string } } }
agents:
  - id: judge
    use: core:agent
    config: { provider: mock }
tasks:
  - id: read
    type: basic
    with:
      url: x
      json: { a: 1 }
    on_success:
      next: hold
  - { id: hold, type: wait, config: { timeout: 5m } }
`,
);

/** Completes the draft of a part at the mark, and answers with it after the suggestion of that name was taken. */
function take(path: Path, marked: string, label: string): string {
  const caret = marked.indexOf('▮');
  const text = marked.replace('▮', '');
  const found = completePart(analysis, { path, text, caret, context: {} }, completionsAt);
  const item = found.find((each) => each.label === label);
  if (item === undefined) return `Not there: ${found.map((each) => each.label).join(' ')}`;
  const { insert, start, end, stop } = item;
  const at = stop === undefined ? insert.length : stop.start;
  return `${text.slice(0, start)}${insert.slice(0, at)}▮${insert.slice(at)}${text.slice(end)}`;
}

const READ = ['tasks', 0];

test('keys of a task are completed as in the document, moved to the column of the part', () => {
  expect(take(READ, 'id: read\ntype: basic\nret▮', 'retry')).toBe(
    'id: read\ntype: basic\nretry:\n  attempts: ▮3\n  backoff: fixed\n  interval: 1s',
  );
  expect(take(READ, 'id: read\non_success:\n  ne▮', 'next')).toBe('id: read\non_success:\n  next: ▮');
});

test('values are those of the document', () => {
  expect(take(READ, 'id: read\non_success:\n  next: ho▮', 'hold')).toBe('id: read\non_success:\n  next: hold▮');
  expect(take(READ, 'id: read\nuse: core:ht▮', 'core:http')).toBe('id: read\nuse: core:http▮');
});

test('expressions read what the document has, in lines and in brackets', () => {
  expect(take([...READ, 'with', 'json'], '{ a: "{{ workflow.input.te▮ }}" }', 'text')).toBe(
    '{ a: "{{ workflow.input.text▮ }}" }',
  );
  expect(take(READ, 'id: read\nwith:\n  a: "{{ workflow.in▮ }}"', 'input')).toContain('workflow.input▮');
});

test('a part that is not there yet, or in brackets, is completed in lines', () => {
  expect(take(['tasks', 0, 'retry'], 'att▮', 'attempts')).toBe('attempts: ▮');
  expect(take(['tasks', 0, 'retry'], 'attempts: 3\nback▮', 'backoff')).toMatch(/^attempts: 3\nbackoff: /);
  expect(take(['tasks', 1, 'config'], '{ timeout: 5m, check▮ }', 'check_interval')).toBe(
    '{ timeout: 5m, check_interval: ▮ }',
  );
});

test('what is written whole is not suggested', () => {
  expect(take(READ, 'id: read\nretry▮', 'retry')).toMatch(/^Not there/);
});

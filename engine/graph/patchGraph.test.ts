import { expect, test } from 'vitest';
import { yaml } from '../testing/yaml.ts';
import { applyEdits, minimalEdits } from '../text/index.ts';
import { type Analysis, analyze, analyzeEdited } from './index.ts';

const TEXT = yaml`
  tasks:
    - id: a
      type: basic
      on_success: {next: box}
    - id: box
      type: composite
      tasks:
        - id: one
          type: decision
          config:
            routes: {x: two}
            default: {with: {x: 1}}
        - id: two
          type: basic
`;

function plain({ graph }: Analysis) {
  return { nodes: [...graph.nodes], edges: graph.edges, size: graph.nodes.size, keys: [...graph.nodes.keys()] };
}

function edit(before: Analysis, from: string, to: string): Analysis {
  const { text } = before.syntax;
  const start = text.indexOf(from);
  const edits = [{ start, end: start + from.length, text: to }];
  const after = analyzeEdited(applyEdits(text, edits), { previous: before, edits });
  expect(plain(after)).toEqual(plain(analyze('w.yaml', after.syntax.text)));
  expect([...after.graph.nodes.values()].every((node) => after.graph.nodes.get(node.id) === node)).toBe(true);
  return after;
}

const first = analyze('w.yaml', TEXT);

test.each([
  ['of a task', 'type: basic', 'name: A\n    type: basic', true],
  ['inside a container', 'id: two', 'id: two\n        name: Two', true],
  ['of a container', 'type: composite', 'name: Box\n    type: composite', true],
  ['of a target', 'next: box', 'next: end', false],
  ['of a task’s id', 'id: two', 'id: three', false],
  ['after which list order follows a child no more', 'default: {with: {x: 1}}', 'other: 1', false],
  ['of a container’s type', 'type: composite', 'type: parallel', false],
  ['that adds a child', '- id: two', '- id: new\n      - id: two', false],
])('an edit %s gives the graph as it is built anew', (_, from, to, keepsEdges) => {
  const after = edit(first, from, to);
  expect(after.graph.edges === first.graph.edges).toBe(keepsEdges);
});

test('a hundred edits in a row give the graph as it is built anew', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `t${index}`);
  const long = analyze('w.yaml', `tasks:\n${ids.map((id) => `  - id: ${id}\n    name: x\n`).join('')}`);
  const last = ids.reduce((before, id) => edit(before, `id: ${id}\n    name: x`, `id: ${id}\n    name: ${id}`), long);
  expect(last.graph.nodes.get('t99')?.task.name).toBe('t99');
});

test('edits that are known give the analysis that those found give', () => {
  const text = TEXT.replace('{next: box}', '{next: end}');
  const found = analyze('w.yaml', text, first);
  const known = analyzeEdited(text, { previous: first, edits: minimalEdits(TEXT, text) });
  expect([known.workflow, plain(known)]).toEqual([found.workflow, plain(found)]);
  expect(analyzeEdited(TEXT, { previous: first, edits: [] })).toBe(first);
});

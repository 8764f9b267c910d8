import { expect, test } from 'vitest';
import type { Result } from '../../base/index.ts';
import { renameFile, renameTask } from '../../edit/index.ts';
import { analyze } from '../../graph/index.ts';
import { applyTransaction, type Refusal, type Transaction } from '../../text/index.ts';
import { hoverAt } from '../hover/hoverAt.ts';
import { definitionAt } from './definitionAt.ts';
import { referencesAt } from './referencesAt.ts';
import { prepareRenameAt, renameAt } from './renameAt.ts';

const FLOW = `tasks:
  - id: gather
    type: parallel
    tasks:
      - { id: search, type: basic, use: core:http, with: { url: "https://a.example" } }
    on_success: { next: hold }
  - id: hold
    type: wait
    config: { signal: go, timeout: 1d, check_interval: 1h }
`;
const TESTS = `# Kept.
workflow: ./flow.yaml
defaults:
  answers: { search: { output: 1 } }
tests:
  - name: search is found
    input: { search: "{{ tasks.search.output }}" }
    answers:
      gather/search: { output: { search: 2 } }   # Kept.
    signals: [{ name: go }]
    expect:
      path: [gather, "search", hold]
      never: [other]
      tasks:
        search: { attempts: 1, output: "{{ tasks.search.output == value }}" }
      that: ["{{ tasks.search.output == 2 }}", tasks.search.status == 'success']
`;
const FILES = new Map([
  ['flow.yaml', FLOW],
  ['flow.test.yaml', TESTS],
]);
const PATH = 'flow.test.yaml';
const at = (text: string, nth = 0): number => {
  let found = -1;
  for (let count = 0; count <= nth; count += 1) found = TESTS.indexOf(text, found + 1);
  return found;
};
const tests = () => analyze(PATH, TESTS);

/** The files after a command that must apply. */
function after(files: ReadonlyMap<string, string>, asked: Result<Transaction, Refusal>): ReadonlyMap<string, string> {
  const applied = asked.ok ? applyTransaction({ files, layouts: new Map() }, asked.value) : asked;
  if (!applied.ok) throw new Error(applied.error.message);
  return applied.value.files;
}

const RENAMED = TESTS.replace('answers: { search:', 'answers: { find:')
  .replace('gather/search:', 'gather/find:')
  .replace('"search"', 'find')
  .replace('        search: { attempts', '        find: { attempts')
  .replace('tasks.search.output == value', 'tasks.find.output == value')
  .replace('tasks.search.output == 2', 'tasks.find.output == 2')
  .replace('tasks.search.status', 'tasks.find.status');

test('a task that is renamed is renamed in its tests, and nothing else of them changes', () => {
  const renamed = renameTask(analyze('flow.yaml', FLOW), { id: 'search', to: 'find', files: FILES });
  expect(after(FILES, renamed).get(PATH)).toBe(RENAMED);
  expect(after(FILES, renamed).get('flow.yaml')).toContain('id: find');
});

test('it is renamed where a test names it, too', () => {
  const offset = at('search', 2);
  expect(prepareRenameAt(tests(), at('gather/search') + 8, FILES)).toMatchObject({
    ok: true,
    value: { text: 'search' },
  });
  const renamed = renameAt(tests(), at('gather/search') + 8, { to: 'find', files: FILES });
  expect(after(FILES, renamed).get(PATH)).toBe(RENAMED);
  expect(renameAt(tests(), at('gather/search') + 8, { to: 'hold', files: FILES })).toMatchObject({
    ok: false,
    error: { code: 'DUPLICATE_ID' },
  });
  // What a run is given names no task.
  expect(TESTS.slice(offset, offset + 6)).toBe('search');
  expect(prepareRenameAt(tests(), offset, FILES)).toMatchObject({ ok: false, error: { code: 'NOT_A_NAME' } });
});

test('tests of another workflow, and those that are broken, stay as they are', () => {
  const files = new Map([
    ...FILES,
    ['other.test.yaml', TESTS.replace('flow', 'other')],
    ['bad.test.yaml', `${TESTS}  - "`],
  ]);
  const renamed = renameTask(analyze('flow.yaml', FLOW), { id: 'search', to: 'find', files });
  expect(renamed.ok && renamed.value.changes.map((change) => change.path)).toEqual(['flow.yaml', PATH]);
});

test.each([
  ['a task by its id', at('"search"') + 1, 'search'],
  ['a task inside of another', at('gather/search') + 8, 'search'],
  ['the task around it', at('gather/search') + 1, 'gather'],
  ['a task in an expression', at('tasks.search.status') + 7, 'search'],
  ['a signal', at('name: go') + 6, 'go'],
])('the definition of %s is found', (_what, offset, name) => {
  const found = definitionAt(tests(), offset, FILES);
  expect(found?.path).toBe('flow.yaml');
  expect(FLOW.slice(found?.selection.start, found?.selection.end)).toBe(name);
});

test('the workflow of a test file is gone to, and references of a task are found in both files', () => {
  expect(definitionAt(tests(), at('./flow.yaml') + 3, FILES)).toMatchObject({ path: 'flow.yaml' });
  const places = referencesAt(analyze('flow.yaml', FLOW), FLOW.indexOf('id: search') + 4, FILES);
  expect(places.map(({ path }) => path)).toEqual(['flow.yaml', ...Array(7).fill(PATH)]);
  for (const { path, range } of places) expect(FILES.get(path)?.slice(range.start, range.end)).toBe('search');
  expect(definitionAt(tests(), at('never: [other') + 10, FILES)).toBeNull();
});

test('a task that a test names is explained as in its workflow', () => {
  expect(hoverAt(tests(), at('"search"') + 1, { files: FILES })?.markdown).toContain('**search** · basic');
  expect(hoverAt(tests(), at('attempts'), { files: FILES })?.markdown).toContain('How often it was tried');
});

test('a workflow that gets another name keeps its tests, wherever they are', () => {
  const beside = new Map([
    ['flow.yaml', FLOW],
    ['flow.test.yaml', TESTS.replace('workflow: ./flow.yaml\n', '')],
    ['more/all.test.yaml', 'workflow: ../flow.yaml\ntests: []\n'],
  ]);
  const renamed = renameFile(beside, { from: 'flow.yaml', to: 'sales/orders.yaml' });
  const files = after(beside, renamed);
  expect(files.get('flow.test.yaml')).toContain('workflow: ./sales/orders.yaml');
  expect(files.get('more/all.test.yaml')).toBe('workflow: ../sales/orders.yaml\ntests: []\n');
  const moved = renameFile(beside, { from: 'more/all.test.yaml', to: 'all.test.yaml' });
  expect(after(beside, moved).get('all.test.yaml')).toBe('workflow: ./flow.yaml\ntests: []\n');
});

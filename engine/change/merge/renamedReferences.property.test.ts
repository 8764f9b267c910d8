import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toJson } from '../../base/index.ts';
import { type ResourceName, renameInput, renameResource, renameTask } from '../../edit/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { parseSyntax, toNodeData } from '../../syntax/index.ts';
import { errorsIn } from '../../testing/edits/errorsAfter.ts';
import { numRuns } from '../../testing/numRuns.ts';
import { yaml } from '../../testing/yaml.ts';
import { applyTransaction } from '../../text/index.ts';
import { mergeFile } from './mergeFile.ts';

const PATH = 'w.yaml';
const PUBLIC = path.join(import.meta.dirname, '../../../public');

/** The samples and templates that have no error. */
const DOCUMENTS = ['samples', 'templates']
  .flatMap((folder) =>
    readdirSync(path.join(PUBLIC, folder))
      .filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
      .map((name) => analyze(PATH, readFileSync(path.join(PUBLIC, folder, name), 'utf8'))),
  )
  .filter(({ syntax }) => errorsOf(syntax.text).length === 0);

function errorsOf(text: string): readonly string[] {
  return errorsIn(new Map([[PATH, text]]), PATH);
}

const NEW = 'another-name';

/** A new task that names something in one way, in lines that are indented as the tasks of a document are. */
type Way = readonly [what: string, fields: (id: string) => string];

const BASIC = 'type: basic, use: core:log';
const TO_TASK: readonly Way[] = [
  ['next', (id) => `${BASIC}, on_success: { next: ${id} }`],
  ['one of several next', (id) => `${BASIC}, on_error: { next: [end, ${id}] }`],
  ['a route of an error', (id) => `${BASIC}, on_error: { routes: { TIMEOUT: ${id}, default: end } }`],
  [
    'a route',
    (id) => `type: decision, config: { condition: "{{ 'a' }}", routes: { a: ${id} }, default: { next: end } }`,
  ],
  [
    'a default',
    (id) => `type: decision, config: { condition: "{{ 'a' }}", routes: { a: end }, default: { next: ${id} } }`,
  ],
];
const TO_RESULT: readonly Way[] = [
  ['a template', (id) => `${BASIC}, with: { message: "{{ tasks['${id}'].status }} of ${id}" }`],
  ['a template with double quotes', (id) => `${BASIC}, with: { message: '{{ tasks["${id}"].status }}' }`],
  [
    'a condition without braces',
    (id) =>
      `type: decision, config: { condition: "tasks['${id}'].status == 'success'", routes: { true: end }, default: { next: end } }`,
  ],
  [
    'what a handler passes on',
    (id) => `${BASIC}, on_success: { next: end, with: { seen: "{{ tasks['${id}'].status }}" } }`,
  ],
  ['a variable', (id) => `${BASIC}, env: { SEEN: "{{ tasks['${id}'].status }}" }`],
];
const WAYS: Readonly<Record<'agent' | 'tool' | 'input', readonly Way[]>> = {
  agent: [
    ['use', (id) => `type: basic, use: agent:${id}`],
    ['use of three parts', (id) => `type: basic, use: { repo: agent, package: ${id} }`],
  ],
  tool: [
    ['use', (id) => `type: basic, use: tool:${id}`],
    ['use of three parts', (id) => `type: basic, use: { repo: tool, package: ${id} }`],
  ],
  input: [
    ['a template', (id) => `${BASIC}, with: { message: "{{ workflow.input['${id}'] }}" }`],
    ['the input that a trigger gives', (id) => `${BASIC}, with: { message: "{{ trigger.input['${id}'] }}" }`],
  ],
};

function toAction(agent: string): Way {
  return ['an action', (id) => `type: basic, use: agent:${agent}, action: ${id}`];
}

/** The text with a new task at the end of its tasks. */
function withTask({ syntax, workflow }: Analysis, fields: string): string {
  const { text } = syntax;
  const indent = /^tasks:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*( *)- /m.exec(text)?.[1];
  if (indent === undefined || workflow.tasks.length === 0) return text;
  const tasks = syntax.root?.kind === 'map' ? syntax.root.entries.find(({ key }) => key === 'tasks') : undefined;
  const end = text.indexOf('\n', (tasks?.value?.end ?? 0) - 1) + 1 || text.length;
  return `${text.slice(0, end)}${indent}- { id: the-new-one, ${fields} }\n${text.slice(end)}`;
}

function after({ syntax }: Analysis, done: ReturnType<typeof renameTask>): string | null {
  if (!done.ok) return null;
  const applied = applyTransaction({ files: new Map([[PATH, syntax.text]]), layouts: new Map() }, done.value);
  return (applied.ok && applied.value.files.get(PATH)) || null;
}

/** What a text holds, however it is quoted. */
function meaning(text: string): string {
  return JSON.stringify(toJson(toNodeData(parseSyntax(text).root)));
}

/** A name of a document, and how it can be renamed and named. */
interface Named {
  readonly analysis: Analysis;
  readonly id: string;
  readonly rename: () => ReturnType<typeof renameTask>;
  readonly ways: readonly Way[];
}

/** All that can have another name in a document. */
function namesIn(analysis: Analysis): readonly Named[] {
  const { graph, workflow, syntax } = analysis;
  const tasks = [...graph.nodes].map(([id, { parent }]): Named => {
    const ways = parent === null ? [...TO_TASK, ...TO_RESULT] : TO_RESULT;
    return { analysis, id, rename: () => renameTask(analysis, { id, to: NEW }), ways };
  });
  const resource = (name: ResourceName, ways: readonly Way[]): Named => {
    return { analysis, id: name.id, rename: () => renameResource(analysis, { ...name, to: NEW }), ways };
  };
  const agents = workflow.agents.flatMap(({ id: agent, actions }) => [
    resource({ kind: 'agent', id: agent }, WAYS.agent),
    ...actions.map(({ id }) => resource({ kind: 'action', agent, id }, [toAction(agent)])),
  ]);
  const read = [...syntax.text.matchAll(/\b(?:workflow|trigger)\.input\.(\w+)/g)].map(([, name = '']) => name);
  const inputs = [...new Set(read)].map((id): Named => {
    return { analysis, id, rename: () => renameInput(analysis, { from: id, to: NEW }), ways: WAYS.input };
  });
  const tools = workflow.tools.map(({ id }) => resource({ kind: 'tool', id }, WAYS.tool));
  return [...tasks, ...agents, ...tools, ...inputs].filter(({ id }) => id !== '');
}

/** In `npm test` each eighth name, in two of its ways; in the long run all names in all ways. */
test('what one side renames is called so by every reference that the other side adds, of every kind', {
  timeout: numRuns(30_000, 600_000),
}, () => {
  const faults: string[] = [];
  const counts = new Map<string, number>();
  for (const [turn, { analysis, id, rename, ways }] of DOCUMENTS.flatMap(namesIn).entries()) {
    if (turn % 8 >= numRuns(1, 8)) continue;
    const base = analysis.syntax.text;
    const ours = after(analysis, rename());
    if (ours === null || errorsOf(ours).length > 0) continue;
    for (const [index, [what, fields]] of ways.entries()) {
      if ((index + turn / 8) % ways.length >= numRuns(2, ways.length)) continue;
      const theirs = withTask(analysis, fields(id));
      if (theirs === base || errorsOf(theirs).length > 0) continue;
      const sides = turn % 2 === 0 ? { ours, theirs } : { ours: theirs, theirs: ours };
      const { text, conflicts, findings } = mergeFile({ base, ...sides }, { path: PATH });
      const told = [...conflicts, ...findings].map(({ message }) => message);
      const wanted = withTask(analyze(PATH, ours), fields(NEW).replace(` of ${NEW}`, ` of ${id}`));
      if (told.length > 0 || meaning(text) !== meaning(wanted))
        faults.push(`“${id}”, ${what}: ${told.join(' ')}\n${text}`);
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  }
  expect(faults).toEqual([]);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
  if (numRuns(1) === 1) return;
  console.log(`References added to what was renamed: ${JSON.stringify([...counts])}`);
  const ways = [...TO_TASK, ...TO_RESULT, ...Object.values(WAYS).flat(), toAction('')].map(([what]) => what);
  expect(new Set(counts.keys())).toEqual(new Set(ways));
});

/** A test that names a task in every way in which tests name tasks. */
function testNaming(id: string): string {
  return `tests:
  - name: old
    input: {}
  - name: new
    answers:
      '${id}': { output: 1 }
    pins: { '${id}': 2 }
    expect:
      path: ['${id}']
      never: ['${id}']
      tasks: { '${id}': { attempts: 1 } }
      output: { seen: "{{ tasks['${id}'].output }} of ${id}" }
      that: ["tasks['${id}'].status == 'success'"]
`;
}

function layoutNaming(id: string): string {
  const frame = { id: 'f', title: 'It', text: id, color: 'blue', tasks: [id] };
  return `${JSON.stringify({ version: 1, positions: { [id]: { x: 1, y: 2 } }, collapsed: [id], frames: [frame] }, null, 2)}\n`;
}

test('a renamed task is called so by the tests and the layout that the other side wrote', () => {
  let count = 0;
  for (const [turn, { analysis, id, rename, ways }] of DOCUMENTS.flatMap(namesIn).entries()) {
    if (turn % 8 >= numRuns(2, 8) || !ways.some((way) => TO_RESULT.includes(way))) continue;
    const base = analysis.syntax.text;
    const ours = after(analysis, rename());
    if (ours === null) continue;
    const workflow = turn % 2 === 0 ? { base, ours, theirs: base } : { base, ours: base, theirs: ours };
    const merge = (file: string, before: string, own: string): string => {
      const texts = { base: before, ours: turn % 2 === 0 ? before : own, theirs: turn % 2 === 0 ? own : before };
      const { text, conflicts } = mergeFile(texts, { path: file, workflows: [{ path: PATH, ...workflow }] });
      expect(conflicts).toEqual([]);
      return text;
    };
    const tests = merge('w.test.yaml', 'tests:\n  - name: old\n    input: {}\n', testNaming(id));
    expect(meaning(tests)).toBe(meaning(testNaming(NEW).replace(` of ${NEW}`, ` of ${id}`)));
    const layout = merge(
      'w.layout.json',
      `${JSON.stringify({ version: 1, positions: {} }, null, 2)}\n`,
      layoutNaming(id),
    );
    expect(JSON.parse(layout)).toEqual(JSON.parse(layoutNaming(NEW).replace(`"text": "${NEW}"`, `"text": "${id}"`)));
    count += 1;
  }
  expect(count).toBeGreaterThan(20);
});

const SCHEMAS = yaml`
  schema:
    input:
      type: object
      $defs:
        item: { type: object, properties: { n: { type: number } } }
      properties:
        first: { $ref: "#/$defs/item" }
  tasks:
    - id: size
      type: decision
      config:
        condition: "{{ workflow.input.first.n > 1 ? 'high' : 'low' }}"
        routes: { high: ask, low: ask }
    - { id: ask, type: basic, use: core:log, with: { message: "{{ workflow.input.first }}" } }
`;

test.each([
  [
    'a definition of a schema',
    SCHEMAS.replaceAll('item', 'line'),
    ['first: {', 'other: { $ref: "#/$defs/item" }\n      first: {'],
  ],
  ['a route', SCHEMAS.replaceAll('high', 'large'), ['workflow.input.first }}', "tasks.size.output.route == 'high' }}"]],
])('%s that one side renamed and the other names anew is asked about', (_, renamed, [from = '', to = '']) => {
  const named = SCHEMAS.replace(from, to);
  for (const [ours, theirs] of [
    [renamed, named],
    [named, renamed],
  ] as const) {
    const { conflicts } = mergeFile({ base: SCHEMAS, ours, theirs }, { path: PATH });
    expect(conflicts.map(({ kind }) => kind)).toEqual(['check']);
  }
});

import { describe, expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { editText, yaml } from '../../testing/index.ts';
import { addTask } from '../commands/addTask.ts';
import type { TaskDraft } from '../steps/newTask.ts';
import { fillDraft } from './fillDraft.ts';

/** The lines that a new task after another one, or else the first one, has besides its id, type and `use`. */
function added(text: string, draft: TaskDraft, source: string | null, parent: string | null = null): string {
  const after = source === null ? undefined : { source, via: 'on_success' as const };
  const written = editText(text, (it) =>
    addTask(it, { ...fillDraft(it, { id: 'new', ...draft }, { source, parent }), parent, after }),
  ).text;
  const found = analyze('a.yaml', written).graph.nodes.get('new')?.task;
  const lines = found === undefined ? [] : written.split('\n');
  const start = lines.findIndex((line) => line.trim() === '- id: new');
  const end = lines.findIndex((line, index) => index > start && /^ *- id:/.test(line));
  return lines
    .slice(start + 1, end === -1 ? undefined : end)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(type|use):/.test(line))
    .join('\n');
}

const AGENT = `agents:
  - id: clerk
    use: core:agent
    config: { provider: mock, model: m }
    actions:
      - id: sort
        instructions: Sort.
        output: { type: object, properties: { summary: { type: string }, urgent: { type: boolean } } }
      - { id: write, instructions: Write., output: { type: object, properties: { reply: { type: string } } } }
`;

const flow = (task: string, before = '') => `${before}tasks:\n  - ${task}\n`;

const HTTP = flow('{ id: get, type: basic, use: "core:http", with: { url: "https://a.example/" } }');
const SCRIPT = { type: 'basic', use: 'core:javascript', with: new Map([['code', 'return input;']]) } as const;
/** What a new decision does with a value that no route is for. */
const ELSE_END = '\ndefault:\nnext: end';
const LOG = { type: 'basic', use: 'core:log', with: new Map([['message', 'Hello']]) } as const;

describe('a new task reads the result of the task before it', () => {
  it.each<[string, string, TaskDraft, string, string]>([
    ['a script', HTTP, SCRIPT, 'get', 'with:\ncode: return input.data;\ndata: "{{ tasks.get.output.body }}"'],
    ['a log', HTTP, LOG, 'get', 'with:\nmessage: "{{ tasks.get.output.body }}"'],
    ['an agent', HTTP, { type: 'basic', use: 'agent:x' }, 'get', 'with:\ndata: "{{ tasks.get.output.body }}"'],
    [
      'a decision',
      HTTP,
      { type: 'decision' },
      'get',
      `config:\ncondition: "{{ tasks.get.output.body != null }}"${ELSE_END}`,
    ],
    ['a loop', HTTP, { type: 'collection' }, 'get', 'config:\nitems: "{{ tasks.get.output.body }}"'],
    ['a map', HTTP, { type: 'map' }, 'get', 'config:\nmapping:\nvalue: "{{ tasks.get.output.body }}"'],
    ['a request, which takes an address', HTTP, { type: 'basic', use: 'core:http' }, 'get', ''],
    ['a wait', HTTP, { type: 'wait' }, 'get', 'config:\ntimeout: 10s\ncheck_interval: 1s'],
  ])('%s', (_, text, draft, source, lines) => {
    expect(added(text, draft, source)).toBe(lines);
  });

  it.each<[string, string, string]>([
    [
      'an agent with one field',
      flow('{ id: a, type: basic, use: "agent:clerk", action: write }', AGENT),
      'tasks.a.output.reply',
    ],
    [
      'an agent with several',
      flow('{ id: a, type: basic, use: "agent:clerk", action: sort }', AGENT),
      'tasks.a.output',
    ],
    ['a loop', flow('{ id: a, type: collection, config: { items: [1] } }'), 'tasks.a.output'],
    [
      'a map with one key',
      flow('{ id: a, type: map, config: { mapping: { "the sum": 1 } } }'),
      "tasks.a.output['the sum']",
    ],
    [
      'a definition of a request',
      `tools:\n  - { id: t, use: "core:http" }\n${flow('{ id: a, type: basic, use: "tool:t" }')}`,
      'tasks.a.output.body',
    ],
  ])('of %s', (_, text, reference) => {
    expect(added(text, LOG, 'a')).toBe(`with:\nmessage: "{{ ${reference} }}"`);
  });
});

it('looks through what only chooses, waits or passes its input on', () => {
  const text = yaml`
    tasks:
      - { id: get, type: basic, use: "core:http", with: { url: u }, on_success: { next: ask } }
      - { id: ask, type: wait, config: { signal: go, timeout: 1d, check_interval: 1h }, on_success: { next: choose } }
      - { id: choose, type: decision, config: { condition: "{{ true }}", routes: { "true": note } } }
      - { id: note, type: basic, use: "core:log", with: { message: hi } }
  `;
  expect(added(text, LOG, 'note')).toBe('with:\nmessage: "{{ tasks.get.output.body }}"');
});

it('a decision asks for the answer of a person, and for the choice of an agent', () => {
  const schema = '{ type: object, properties: { note: { type: string }, approved: { type: boolean } } }';
  const wait = flow(
    `{ id: ask, type: wait, config: { signal: go, signal_schema: ${schema}, timeout: 1d, check_interval: 1h } }`,
  );
  const decision = { type: 'decision' } as const;
  expect(added(wait, decision, 'ask')).toBe(
    `config:\ncondition: "{{ tasks.ask.output.signal.payload.approved }}"${ELSE_END}`,
  );
  const agent = flow('{ id: a, type: basic, use: "agent:clerk", action: sort }', AGENT);
  expect(added(agent, decision, 'a')).toBe(`config:\ncondition: "{{ tasks.a.output.urgent }}"${ELSE_END}`);
});

it('the first task reads the first input of the workflow, and the first of a loop its item', () => {
  const schema = 'schema: { input: { type: object, properties: { city: { type: string } } } }\n';
  expect(added(`${schema}tasks: []\n`, { type: 'basic', use: 'agent:x' }, null)).toBe(
    'with:\ncity: "{{ workflow.input.city }}"',
  );
  const loop = flow('id: each\n    type: collection\n    config: { items: [1] }\n    tasks: []');
  expect(added(loop, LOG, null, 'each')).toBe('with:\nmessage: "{{ item }}"');
  expect(added('tasks: []\n', LOG, null)).toBe('with:\nmessage: Hello');
});

it('fills nothing in where there is no result, or where the draft says it itself', () => {
  const analysis = analyze('a.yaml', HTTP);
  expect(fillDraft(analysis, LOG, { source: 'get', via: 'on_error', parent: null })).toBe(LOG);
  const own = { type: 'decision', config: new Map([['condition', 'x']]) } as const;
  expect(fillDraft(analysis, own, { source: 'get', parent: null })).toBe(own);
});

it('fills in nothing of another type, and nothing of a step that gives no result', () => {
  const rows = flow('{ id: rows, type: basic, use: "core:csv", with: { text: "a" } }');
  const html = { type: 'basic', use: 'core:html', with: new Map([['html', '<p>']]) } as const;
  expect(added(rows, html, 'rows')).toBe('with:\nhtml: <p>');
  expect(added(rows, LOG, 'rows')).toBe('with:\nmessage: "{{ tasks.rows.output.rows }}"');
  const raise = flow('{ id: stop, type: basic, use: "core:raise", with: { message: No } }');
  expect(added(raise, LOG, 'stop')).toBe('with:\nmessage: Hello');
});

/** A step with this built-in, then two whose results are no lists. */
const beforeLoop = (use: string) => yaml`
  schema: { input: { type: object, properties: { city: { type: string }, rows: { type: array } } } }
  ${AGENT}
  tasks:
    - { id: first, type: basic, use: "${use}", on_success: { next: write } }
    - { id: write, type: basic, use: "agent:clerk", action: write, on_success: { next: sort } }
    - { id: sort, type: basic, use: "agent:clerk", action: sort }
`;

it('a loop reads the last result that may be a list, and else an input that is one', () => {
  const loop = { type: 'collection' } as const;
  expect(added(beforeLoop('core:javascript'), loop, 'sort')).toBe('config:\nitems: "{{ tasks.first.output }}"');
  expect(added(beforeLoop('core:log'), loop, 'sort')).toBe('config:\nitems: "{{ workflow.input.rows }}"');
});

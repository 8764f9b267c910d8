import { expect, test } from 'vitest';
import { type Analysis, analyze, applyEdits } from '#engine';
import { addTask } from '#engine/edit';
import { BUILT_INS } from '#engine/model';
import { yaml } from '#engine/testing';
import { filterTaskChoices, listNearest, listStarts, listTaskChoices, type TaskChoice } from './listTaskChoices.ts';

const { workflow } = analyze(
  'a.yaml',
  yaml`
    agents:
      - id: triage
        use: core:agent
        config: {provider: mock, model: gpt-5-mini}
        actions:
          - {id: classify, instructions: x, output: {}}
          - {id: answer, instructions: x, output: {}}
    tools:
      - {id: docs, use: "core:http", schema: {input: {}, output: {}}}
    tasks: []
  `,
);

test('types of task, agents, tools and built-ins are offered in groups', () => {
  expect(listTaskChoices(workflow).map(({ heading, choices }) => [heading, choices.length])).toEqual([
    ['Tasks', 8],
    ['Agents', 2],
    ['Tools', 1],
    ['Built-in', BUILT_INS.length],
  ]);
  expect(listTaskChoices(null).map(({ heading }) => heading)).toEqual(['Tasks', 'Agents', 'Built-in']);
});

test('an agent makes a basic task that uses it, with an action where it has to be named', () => {
  const [agent] = listTaskChoices(workflow)[1]?.choices ?? [];
  expect(agent).toMatchObject({
    label: 'triage',
    description: 'gpt-5-mini · 2 actions',
    draft: { type: 'basic', use: 'agent:triage', action: 'classify' },
  });
});

test('an approval is a wait for a signal with its form', () => {
  const approval = listTaskChoices(null)[0]?.choices.at(-1);
  expect(approval).toMatchObject({ id: 'approval', kind: 'wait' });
  expect(textAfter(analyze('a.yaml', ''), approval)).toBe(yaml`
    tasks:
      - id: approval
        name: Approval
        type: wait
        config:
          signal: approved
          signal_schema:
            type: object
            required:
              - approved
            properties:
              approved:
                type: boolean
                title: Approve
              comment:
                type: string
                title: Comment
          timeout: 2d
          check_interval: 1h
  `);
});

test('a new workflow is offered what most begin with', () => {
  expect(listStarts().map(({ id }) => id)).toEqual([
    'agent',
    'core:http',
    'core:javascript',
    'decision',
    'collection',
    'approval',
  ]);
});

test('a new agent is written with the task that asks it', () => {
  const fresh = listTaskChoices(null)[1]?.choices[0];
  expect(fresh).toMatchObject({ label: 'New agent', draft: { use: 'agent:agent' } });
  const text = textAfter(analyze('a.yaml', ''), fresh);
  expect(analyze('a.yaml', text).workflow).toMatchObject({
    agents: [{ id: 'agent', actions: [{ id: 'answer' }] }],
    tasks: [{ id: 'agent', use: { text: 'agent:agent' } }],
  });
  const again = listTaskChoices(analyze('a.yaml', text).workflow)[1]?.choices.at(-1);
  expect(again?.draft).toMatchObject({ use: 'agent:agent-2' });
});

test('a built-in makes a task with an input to start from, and is called by its title', () => {
  const [group] = listTaskChoices(null).slice(-1);
  expect(group?.choices.map(({ id }) => id)).toEqual(BUILT_INS.map(({ name }) => `core:${name}`));
  const [http] = group?.choices ?? [];
  expect(http).toMatchObject({ id: 'core:http', label: 'HTTP request', description: 'Call a web address or API' });
  expect(textAfter(analyze('a.yaml', 'tasks: []\n'), http)).toBe(
    yaml`
      tasks:
        - id: http
          type: basic
          use: core:http
          with:
            url: https://example.com
    `,
  );
});

test('a tool of an MCP server makes a task that uses it, with the keys its input must have', () => {
  const inputSchema = {
    type: 'object',
    required: ['a', 'unit', 'tags'],
    properties: {
      a: { type: 'number' },
      unit: { enum: ['m', 'ft'] },
      tags: { type: 'array' },
      digits: { type: 'integer', default: 2 },
      note: { type: 'string' },
    },
  };
  const tool = { use: 'mcp:desk/add', description: 'Adds numbers.\nAll of them.', inputs: ['a'], inputSchema };
  const [group] = listTaskChoices(null, [tool, { ...tool, use: 'mcp:desk/x', inputSchema: null }]).slice(-1);
  expect(group).toMatchObject({ heading: 'MCP servers', choices: [{ id: 'mcp:desk/add' }, { id: 'mcp:desk/x' }] });
  const added = analyze('a.yaml', 'tasks: []\n');
  const [add, plain] = group?.choices ?? [];
  expect(add).toMatchObject({ label: 'add', description: 'desk · Adds numbers.' });
  expect(textAfter(added, add)).toBe(
    yaml`
      tasks:
        - id: add
          type: basic
          use: mcp:desk/add
          with:
            a: 0
            unit: m
            tags: []
            digits: 2
    `,
  );
  expect(textAfter(added, plain)).not.toContain('with');
});

function textAfter(analysis: Analysis, choice: TaskChoice | undefined): string {
  const added = choice === undefined ? null : addTask(analysis, { ...choice.draft, parent: null });
  const change = added?.ok ? added.value.changes[0] : undefined;
  return change?.type === 'edit' ? applyEdits(analysis.syntax.text, change.edits) : '';
}

test('a query keeps what holds all its words', () => {
  const found = filterTaskChoices(listTaskChoices(workflow), 'each  ITEM');
  expect(found).toMatchObject([{ heading: 'Tasks', choices: [{ id: 'collection' }] }]);
  expect(filterTaskChoices(listTaskChoices(workflow), 'zzz')).toEqual([]);
});

/** Ids of what a search finds, best first. */
function idsOf(query: string): string[] {
  return filterTaskChoices(listTaskChoices(workflow), query).flatMap(({ choices }) => choices.map(({ id }) => id));
}

test.each([
  ['loop', 'collection'],
  ['for each', 'collection'],
  ['if', 'decision'],
  ['switch', 'decision'],
  ['approval', 'approval'],
  ['human', 'approval'],
  ['delay', 'wait'],
  ['transform', 'map'],
  ['group', 'composite'],
  ['collection', 'collection'],
  ['map', 'map'],
  ['step', 'basic'],
  ['basic', 'basic'],
  ['shape', 'map'],
  ['fork', 'parallel'],
  ['agent', 'agent'],
  ['llm', 'agent'],
  ['prompt', 'agent'],
  ['code', 'core:javascript'],
  ['function', 'core:javascript'],
  ['python', 'core:javascript'],
  ['api', 'core:http'],
  ['rest', 'core:http'],
  ['post', 'core:http'],
  ['slack', 'core:http'],
  ['email', 'core:http'],
  ['send message', 'core:http'],
  ['sql', 'core:http'],
  ['postgres', 'core:http'],
  ['github', 'core:http'],
  ['webhook', 'wait'],
  ['cron', 'wait'],
  ['schedule', 'wait'],
  ['until', 'wait'],
  ['else', 'decision'],
  ['case', 'decision'],
  ['router', 'decision'],
  ['while', 'decision'],
  ['foreach', 'collection'],
  ['repeat', 'collection'],
  ['batch', 'collection'],
  ['try', 'composite'],
  ['catch', 'composite'],
  ['sequence', 'composite'],
  ['merge', 'parallel'],
  ['join', 'parallel'],
  ['race', 'parallel'],
  ['split', 'parallel'],
  ['set', 'map'],
  ['assign', 'map'],
  ['review', 'approval'],
  ['confirm', 'approval'],
  ['form', 'approval'],
  ['chat', 'agent'],
  ['gpt', 'agent'],
  ['ai', 'agent'],
  ['excel', 'core:csv'],
  ['spreadsheet', 'core:csv'],
  ['scrape', 'core:html'],
  ['rss', 'core:html'],
  ['rag', 'core:memory'],
  ['vector', 'core:memory'],
  ['cache', 'core:kv'],
  ['counter', 'core:kv'],
  ['subworkflow', 'core:workflow'],
  ['throw', 'core:raise'],
  ['debug', 'core:log'],
  ['schema', 'core:validate'],
  ['checksum', 'core:hash'],
])('“%s” finds %s first in an empty file', (query, id) => {
  const [first] = filterTaskChoices(listTaskChoices(null), query);
  expect(first?.choices[0]?.id).toBe(id);
});

test.each([
  ['javascrpt', ['core:javascript']],
  ['aproval', ['approval']],
  ['sleap', ['wait']],
  ['htpt request', ['core:http']],
  ['salesforce', ['core:http', 'core:javascript']],
])('where nothing matches “%s”, %j is nearest', (query, ids) => {
  expect(filterTaskChoices(listTaskChoices(null), query)).toEqual([]);
  expect(listNearest(listTaskChoices(null), query).map(({ id }) => id)).toEqual(ids);
});

test('an agent that is there comes before a new one', () => {
  expect(idsOf('agent').slice(0, 2)).toEqual(['agent:triage', 'agent']);
});

test('what is called so comes before what only speaks of it', () => {
  expect(idsOf('m')[0]).toBe('map');
  expect(idsOf('co').slice(0, 2)).toEqual(['collection', 'composite']);
  expect(idsOf('cs')[0]).toBe('core:csv');
  expect(idsOf('t')[0]).toBe('agent:triage');
});

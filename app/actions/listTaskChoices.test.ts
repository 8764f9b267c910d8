import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { filterTaskChoices, listTaskChoices } from './listTaskChoices.ts';

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
    ['Tasks', 7],
    ['Agents', 1],
    ['Tools', 1],
    ['Built-in', 4],
  ]);
  expect(listTaskChoices(null).map(({ heading }) => heading)).toEqual(['Tasks', 'Built-in']);
});

test('an agent makes a basic task that uses it, with an action where it has to be named', () => {
  const [agent] = listTaskChoices(workflow)[1]?.choices ?? [];
  expect(agent).toMatchObject({
    label: 'triage',
    description: 'gpt-5-mini · 2 actions',
    draft: { type: 'basic', use: 'agent:triage', action: 'classify' },
  });
});

test('a query keeps what holds all its words', () => {
  const found = filterTaskChoices(listTaskChoices(workflow), 'each  ITEM');
  expect(found).toMatchObject([{ heading: 'Tasks', choices: [{ id: 'collection' }] }]);
  expect(filterTaskChoices(listTaskChoices(workflow), 'zzz')).toEqual([]);
});

/** Ids of what a search finds, best first. */
function idsOf(query: string): string[] {
  return filterTaskChoices(listTaskChoices(workflow), query).flatMap(({ choices }) => choices.map(({ id }) => id));
}

test('what is called so comes before what only speaks of it', () => {
  expect(idsOf('m')[0]).toBe('map');
  expect(idsOf('co').slice(0, 2)).toEqual(['collection', 'composite']);
  expect(idsOf('cs')[0]).toBe('core:csv');
  expect(idsOf('t')[0]).toBe('agent:triage');
});

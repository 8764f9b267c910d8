import { expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { yaml } from '../../testing/index.ts';
import { listOffers } from './listOffers.ts';

/** What is offered to a task, each as `source: values`. */
function offers(text: string, id: string, lastValues?: Parameters<typeof listOffers>[2]['lastValues']) {
  const context = { variables: [], ...(lastValues ? { lastValues } : {}) };
  return listOffers(analyze('a.yaml', text), id, context).map(
    ({ source, values }) => `${source}: ${values.map(({ text: read }) => read).join(' ')}`,
  );
}

const FLOW = yaml`
  tasks:
    - { id: get, type: basic, use: "core:http", with: { url: u }, on_success: { next: [note, ask, other] } }
    - { id: note, type: basic, use: "core:log" }
    - { id: other, type: basic, use: "core:http", with: { url: u } }
    - id: ask
      type: wait
      config:
        signal: go
        signal_schema: { type: object, properties: { approved: { type: boolean } } }
        timeout: 1d
        check_interval: 1h
      on_success: { next: choose }
    - { id: choose, type: decision, config: { condition: "{{ input != null }}", routes: { "true": last } } }
    - { id: last, type: basic, use: "core:log", with: { message: "{{ tasks.get.output.status }}" } }
`;

it('offers the result of the step before, and what is known to be in it', () => {
  expect(offers(FLOW, 'note')).toEqual([
    'get: tasks.get.output.body tasks.get.output.status tasks.get.output.ok tasks.get.output.headers',
  ]);
});

it('offers what the last run found in it', () => {
  const run = { get: { output: { status: 200, body: { id: 7, 'a b': [] } } } };
  expect(offers(FLOW, 'note', (root) => (root === 'tasks' ? run : undefined))).toEqual([
    "get: tasks.get.output.body tasks.get.output.body.id tasks.get.output.body['a b']",
  ]);
});

it('offers a decision the answer of the person before it', () => {
  expect(offers(FLOW, 'choose')[0]).toMatch(/^ask: tasks\.ask\.output\.signal\.payload\.approved /);
});

it('offers nothing that is read already, and nothing to what takes no value', () => {
  expect(offers(FLOW, 'last')).toEqual([]);
  expect(offers(FLOW, 'ask')).toEqual([]);
  expect(offers(FLOW, 'other')).toEqual([]);
  expect(offers(FLOW, 'get')).toEqual([]);
});

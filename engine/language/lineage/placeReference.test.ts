import { expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { listReferences } from './listOffers.ts';
import { placeReference } from './placeReference.ts';

const analysis = analyze(
  'a.yaml',
  `schema: { input: { type: object, properties: { id: { type: string } } } }
tasks:
  - id: fetch
    type: basic
    use: core:http
    with: { url: /a }
    on_success: { next: each, with: { items: x } }
  - id: each
    type: collection
    config: { items: "{{ input.items }}" }
    tasks:
      - { id: log, type: basic, use: core:log, with: { message: x } }
`,
);

test.each([
  ['tasks.fetch.output.body[0].id', ['tasks', 1, 'tasks', 0, 'with', 'message'], 'tasks.fetch.output.body[0].id'],
  ['tasks.fetch.output.body[0].id', ['tasks', 0, 'on_success', 'with', 'items'], 'output.body[0].id'],
  ['tasks.fetch.output', ['tasks', 0, 'on_success', 'with', 'items'], 'output'],
  ['workflow.input.id', ['tasks', 0, 'with', 'url'], 'workflow.input.id'],
])('%s, read at %j, is %s', (reference, path, text) => {
  expect(placeReference(analysis, reference, path)).toEqual({ ok: true, value: text });
});

test.each([
  ['tasks.fetch.output.body', /before it runs/],
  ['tasks.gone.output', /no task “gone”/],
  ['1 +', /not a value/],
])('%s cannot be read in the input of its own task', (reference, why) => {
  const placed = placeReference(analysis, reference, ['tasks', 0, 'with', 'url']);
  expect(placed.ok ? '' : placed.error).toMatch(why);
});

const at = (path: readonly (string | number)[]) =>
  listReferences(analysis, path, { variables: ['KEY'] }).map(({ text }) => text);

test('what can be read at a place is listed, with its type', () => {
  expect(at(['tasks', 1, 'tasks', 0, 'with', 'message'])).toEqual(
    expect.arrayContaining(['item', 'index', 'workflow.input.id', 'tasks.fetch.output.status', 'env.KEY']),
  );
  const ofFetch = at(['tasks', 0, 'with', 'url']);
  for (const text of ['tasks.fetch.output.status', 'item', 'output.status', 'error.code'])
    expect(ofFetch).not.toContain(text);
  expect(at(['tasks', 0, 'on_success', 'with', 'items'])).toContain('output.status');
});

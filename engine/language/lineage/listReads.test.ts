import { describe, expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { listReads, traceTasks } from './listReads.ts';

const analysis = analyze(
  'a.yaml',
  `schema: { input: { type: object, properties: { id: { type: string } } } }
tasks:
  - id: fetch
    type: basic
    use: core:http
    with: { url: "/a/{{ workflow.input.id }}" }
    on_success: { next: shape, with: { body: "{{ output.body }}" } }
    on_error: { next: tell, with: { why: "{{ error.message }}" } }
  - id: shape
    type: map
    config: { mapping: { first: "{{ input.body[0] }}" } }
    on_success: { next: each }
  - id: each
    type: collection
    config: { items: tasks.shape.output.first }
    tasks:
      - { id: log, type: basic, use: core:log, with: { message: "{{ item.name }} {{ 1 + }}" } }
  - { id: tell, type: basic, use: core:log, with: { message: no } }
  - { id: alone, type: basic, use: core:javascript, with: { code: "return '{{ tasks.fetch.output }}';" } }
outputs: { first: "{{ tasks.shape.output.first }}" }
`,
);

describe('what is read', () => {
  it('names whose value it is and who gets it: of what a handler passes on, the task it leads to', () => {
    expect(listReads(analysis).map(({ text, sources, readers }) => [text, sources, readers])).toEqual([
      ['workflow.input.id', [], ['fetch']],
      ['output.body', ['fetch'], ['shape']],
      ['error.message', ['fetch'], ['tell']],
      ['input.body[0]', ['fetch'], ['shape']],
      ['tasks.shape.output.first', ['shape'], ['each']],
      ['item.name', ['each'], ['log']],
      ['tasks.shape.output.first', ['shape'], []],
    ]);
  });
});

describe('the lineage of a task', () => {
  it('goes back to all that its values come from, and on to all that read them', () => {
    const { upstream, downstream, reads, readBy } = traceTasks(analysis, ['shape']);
    expect([...upstream]).toEqual(['fetch']);
    expect([...downstream]).toEqual(['each', 'log']);
    expect(reads.map(({ text }) => text)).toEqual(['output.body', 'input.body[0]']);
    expect(readBy.map(({ text, path }) => `${text} at ${path.join('.')}`)).toEqual([
      'tasks.shape.output.first at tasks.2.config.items',
      'tasks.shape.output.first at outputs.first',
    ]);
  });

  it('is empty where nothing is read', () => {
    const { upstream, downstream } = traceTasks(analysis, ['alone']);
    expect([upstream.size, downstream.size]).toEqual([0, 0]);
  });
});

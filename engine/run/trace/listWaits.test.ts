import { expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { startInput } from '../../testing/given/startInput.ts';
import { yaml } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { EMPTY_VIEW, foldRun } from './foldRun.ts';
import { explainUnheard, listWaits } from './listWaits.ts';

const workflow = readWorkflow(
  parseSyntax(yaml`
    tasks:
      - id: ask
        type: wait
        config:
          signal: go
          signal_schema: {type: boolean}
          title: "Buy {{ workflow.input.what }}?"
          description: "{{ workflow.input.why }}"
          timeout: 1h
          check_interval: 1h
        on_success: {next: hold}
      - {id: hold, type: wait, config: {signal: "{{ 'on' }}", title: 7, timeout: 1h, check_interval: 1h}, on_success: {next: late}}
      - {id: late, type: wait, config: {signal: late, timeout: 1h, check_interval: 1h}}
  `),
);

function begin() {
  const run = createRun(workflow);
  let view = EMPTY_VIEW;
  return {
    get view() {
      return view;
    },
    feed: (input: Parameters<typeof advance>[1]) => {
      view = foldRun(view, advance(run, input).events);
    },
  };
}

test('open waits are listed with what a form needs, titles evaluated', () => {
  const run = begin();
  const input = { what: 'a desk', why: null };
  run.feed(startInput({ at: 5, runId: 'run', input }));
  expect(listWaits(workflow, run.view)).toEqual([
    {
      task: 'ask',
      activation: 1,
      signal: 'go',
      since: 5,
      until: 3_600_005,
      title: 'Buy a desk?',
      schema: { type: 'boolean' },
    },
  ]);
  run.feed({ type: 'signal.received', at: 9, name: 'go', payload: true });
  expect(listWaits(workflow, run.view)).toMatchObject([
    { task: 'hold', signal: 'on', since: 9, title: '7', schema: null },
  ]);
  run.feed({ type: 'run.cancelled', at: 10 });
  expect(listWaits(workflow, run.view)).toEqual([]);
  expect(run.view.tasks.get('hold')).not.toHaveProperty('awaits');
});

test('it is said why a signal changes nothing', () => {
  const run = begin();
  run.feed(startInput({ runId: 'run' }));
  const explain = (name: string) => explainUnheard(workflow, run.view, name);
  expect(explain('go')).toBeNull();
  expect(explain('late')).toBe('"late" does not wait yet. The signal is kept until it does.');
  expect(explain('gone')).toMatch(/^No task waits for a signal "gone"\. Tasks here wait for go, .*late\.$/);
  run.feed({ type: 'signal.received', at: 9, name: 'go', payload: true });
  expect(explain('go')).toBe('"ask" was answered already: it no longer waits for "go".');
  run.feed({ type: 'run.cancelled', at: 10 });
  expect(explain('go')).toBe('The run has ended: it takes no more signals.');
});

import { expect, test } from 'vitest';
import { readWorkflow } from '../model/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { SCRIPT_START } from '../testing/index.ts';
import { type Advance, advance } from './advance.ts';
import { createRun } from './createRun.ts';
import { EventLog } from './EventLog.ts';

const TEXT = `limits: { per_task: 100000, per_scope: 100000 }
tasks:
  - id: each
    type: collection
    config: { items: "{{ workflow.input.items }}", batch_size: 5 }
    on_item_success: {}
    on_success: { next: count, with: { of: "{{ output }}" } }
    tasks: [{ id: twice, type: basic, with: { n: "{{ item * 2 }}" } }]
  - id: count
    type: basic
    with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }
    on_success: { next: again }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < 200 }}", routes: { true: count }, default: { next: end } }
`;

/** What each input of a long run led to, and how it read at that time. */
function runAll(): readonly (Advance & { readonly told: string })[] {
  const run = createRun(readWorkflow(parseSyntax(TEXT)));
  const steps: (Advance & { readonly told: string })[] = [];
  const keep = (advanced: Advance): void => {
    steps.push(Object.assign(advanced, { told: JSON.stringify(advanced.log.toArray()) }));
  };
  let step = advance(run, {
    type: 'run.started',
    at: SCRIPT_START,
    runId: 'r',
    input: { items: Array.from({ length: 30 }, (_, index) => index) },
    seed: 1,
    env: {},
    simulate: false,
    engine: 'test',
    file: 'f',
  });
  for (; step.more; step = advance(run, { type: 'run.continued', at: SCRIPT_START + steps.length })) keep(step);
  keep(step);
  return steps;
}

test('a log gives the events of its input in order, however many sheets they fill', () => {
  const steps = runAll();
  const events = steps.flatMap(({ log }) => log.toArray());
  expect(events.length).toBeGreaterThan(2000);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(steps.map(({ log }) => log.length)).toEqual(steps.map((step) => step.events.length));
  // The clock of the run is that of the input each came of.
  for (const [index, { log }] of steps.entries())
    for (const { at } of log.toArray()) expect(at).toBe(SCRIPT_START + index);
  const started = events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  expect(started.filter((id) => id === 'count')).toHaveLength(200);
  expect(started.filter((id) => id === 'twice')).toHaveLength(30);
});

test('the last event is told without the others', () => {
  for (const { log } of runAll()) expect(log.last()).toEqual(log.toArray().at(-1));
  expect(new EventLog(5, SCRIPT_START).last()).toBeNull();
});

test('what was read once is what is read later, whatever the run does meanwhile', () => {
  for (const { log, told } of runAll()) expect(JSON.stringify(log.toArray())).toBe(told);
});

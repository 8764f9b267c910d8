import { describe, expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';
import { planFrom, planOnly } from './planRun.ts';

describe('a run from a task in a loop goes on counting', () => {
  const text = yaml`
    tasks:
      - {id: count, type: map, config: {mapping: {n: "{{ (tasks.count.output.n ?? 0) + 1 }}"}}, on_success: {next: more}}
      - {id: more, type: decision, config: {condition: "tasks.count.output.n < 4", routes: {true: count, false: end}}}
  `;

  test('from the round before its last one', () => {
    const recorded = runScript(text);
    const run = runScript(text, { plan: planFrom(recorded, 'count') });
    expect(recorded.view.tasks.get('count')?.output).toEqual({ n: 4 });
    expect(run.view.tasks.get('count')?.output).toEqual({ n: 4 });
    expect(run.order).toEqual(['count', 'more']);
    expect(runScript(text, { plan: planOnly(recorded, 'count') }).view.output).toEqual({ n: 4 });
  });

  test('in the same item only, and from null where it ran once', () => {
    const items = yaml`
      tasks:
        - id: each
          type: collection
          config: {items: "[1, 2]", mode: sequential}
          tasks: [{id: body, type: map, config: {mapping: {n: "{{ (tasks.body.output.n ?? 0) + 1 }}"}}}]
    `;
    const recorded = runScript(items);
    expect(runScript(items, { plan: planOnly(recorded, 'body') }).view.output).toEqual({ n: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { everyCommand } from '../../testing/edits/everyCommand.ts';
import { choose, sampleDocuments } from '../../testing/edits/suiteDocuments.ts';
import { TEST_PATH, yaml } from '../../testing/index.ts';
import { numRuns } from '../../testing/numRuns.ts';
import { applyTransaction } from '../../text/index.ts';
import { listRenames, matchParts } from './matchParts.ts';

function renames(before: string, after: string): readonly string[] {
  return listRenames(matched(before, after)).map(({ kind, before: was, after: is }) => `${kind} ${was} > ${is}`);
}

function matched(before: string, after: string): ReturnType<typeof matchParts> {
  return matchParts(analyze(TEST_PATH, before), analyze(TEST_PATH, after));
}

const ORDER = yaml`
  agents:
    - id: clerk
      config: { provider: mock, model: small }
      actions:
        - id: answer
          instructions: Answer the customer.
  tasks:
    - id: fetch
      type: basic
      use: core:http
      with: { url: 'https://example.com/orders', method: GET }
      on_success: { next: pick }
    - id: pick
      type: decision
      config:
        condition: '{{ tasks.fetch.output.ok }}'
        routes: { 'true': tell }
    - id: tell
      type: basic
      use: agent:clerk
      with: { prompt: 'Say that the order has come' }
    - id: log
      type: basic
      use: core:log
      with: { message: Nothing came }
`;

/** A chain of many tasks. */
function chain(name: string): string {
  return `tasks:\n${Array.from({ length: 300 }, (_, i) => `  - id: ${name}${i}\n    type: basic\n    use: core:log\n    with: { message: Step ${i} of many }\n    on_success: { next: ${name}${i + 1} }\n`).join('')}`;
}

describe('matchParts', () => {
  it('takes parts with the same id for the same, wherever they are and whatever is in them', () => {
    const after = yaml`
      tasks:
        - id: both
          type: composite
          tasks:
            - id: fetch
              type: wait
    `;
    const { tasks } = matched(ORDER, after);
    expect(tasks.pairs.map(({ before, after: { path }, by }) => [before.id, path, by])).toEqual([
      ['fetch', ['tasks', 0, 'tasks', 0], 'id'],
    ]);
    expect(tasks.added.map(({ id }) => id)).toEqual(['both']);
    expect(tasks.removed.map(({ id }) => id)).toEqual(['pick', 'tell', 'log']);
  });

  it('finds a task, an agent and an action under other ids by what they hold and where they are', () => {
    const after = ORDER.replace('id: fetch', 'id: load')
      .replace('tasks.fetch', 'tasks.load')
      .replace('id: clerk', 'id: helper')
      .replace('agent:clerk', 'agent:helper')
      .replace('id: answer', 'id: reply');
    expect(renames(ORDER, after)).toEqual(['task fetch > load', 'agent clerk > helper', 'action answer > reply']);
  });

  it('finds a task that was renamed and changed', () => {
    const after = ORDER.replace('id: tell', 'id: inform')
      .replace("'true': tell", "'true': inform")
      .replace('Say that the order has come', 'Say kindly that the order has come');
    expect(renames(ORDER, after)).toEqual(['task tell > inform']);
  });

  it('takes a new task for another where it is elsewhere and says something else', () => {
    const after = ORDER.slice(0, ORDER.indexOf('  - id: log')).replace(
      '  - id: pick',
      '  - id: note\n    type: basic\n    use: core:log\n    with: { message: About to choose }\n  - id: pick',
    );
    expect(renames(ORDER, after)).toEqual([]);
  });

  it('finds all of many tasks that were all renamed', () => {
    const found = renames(chain('a'), chain('b'));
    expect(found).toHaveLength(300);
    expect(found.filter((line) => !/^task a(\d+) > b\1$/.test(line))).toEqual([]);
  });

  it('pairs the first of two equal ids with the first', () => {
    const text = 'tasks:\n  - id: a\n    type: wait\n  - id: a\n    type: map\n';
    const { tasks } = matched(text, `${text}  - id: a\n`);
    expect(tasks.pairs.map(({ before, after }) => [before.path[1], after.path[1]])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(tasks.added.map(({ path }) => path)).toEqual([['tasks', 2]]);
  });

  it('finds every rename that the commands make, and none where they remove or copy', () => {
    const wrong: string[] = [];
    for (const { from, text, dice } of sampleDocuments(numRuns(4, 40))) {
      const before = analyze(TEST_PATH, text);
      if (before.isBroken) continue;
      const files = new Map([[TEST_PATH, text]]);
      const calls = everyCommand({ analysis: before, files }).filter(({ command }) =>
        /^(renameTask|renameResource|removeTasks|duplicateTasks|pasteTasks)$/.test(command),
      );
      for (const call of choose(calls, dice, 15)) {
        const made = call.run();
        const after = made.ok ? applyTransaction({ files, layouts: new Map() }, made.value) : made;
        if (!after.ok) continue;
        const found = renames(text, after.value.files.get(TEST_PATH) ?? '').map((line) => line.replace(/^\w+ /, ''));
        // A memory has no other that could be taken for it.
        const expected = /"memory"/.test(JSON.stringify(call.args))
          ? []
          : Object.entries(call.renames)
              .filter(([was]) => was !== '')
              .map(([was, is]) => `${was} > ${is}`);
        if (found.join() !== expected.join())
          wrong.push(`${from}: ${call.command} ${JSON.stringify(call.args)}: ${found.join()}, not ${expected.join()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

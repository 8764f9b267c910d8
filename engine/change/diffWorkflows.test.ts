import { describe, expect, it } from 'vitest';
import { yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { diff, listFaults } from './testing.ts';

const ORDER = yaml`
  # Orders of one day.
  name: orders
  schema:
    input:
      type: object
      properties:
        day: { type: string }
  agents:
    - id: clerk
      config: { provider: mock, model: small }
      actions:
        - id: answer
          instructions: |
            Answer the customer in a few kind words.
            Never promise a date.
  tasks:
    # Loads them.
    - id: fetch
      type: basic
      use: core:http
      with:
        url: 'https://example.com/orders'
        method: GET
      on_success:
        next: pick
    - id: pick
      type: decision
      config:
        condition: '{{ tasks.fetch.output.ok }}'
        routes:
          'true': tell
          'false': ask
    - id: tell
      type: basic
      use: agent:clerk
    - id: ask
      type: wait
      config:
        signal: approval
  outputs:
    told: '{{ tasks.tell.output }}'
`;

/** What is told of replacing a part of the text, with kind and severity; the edits are proved on the way. */
function tell(...replaced: readonly (readonly [string, string])[]): readonly string[] {
  let after = ORDER;
  for (const [from, to] of replaced) {
    expect(after).toContain(from);
    after = after.replaceAll(from, to);
  }
  const changes = diff(ORDER, after);
  expect(listFaults(ORDER, after, changes)).toEqual([]);
  return changes.map(({ kind, severity, sentence }) => `${kind} ${severity}: ${sentence}`);
}

/** A task of an id, and one that reads it next to some words. */
function named(id: string, words: string): string {
  return `tasks:\n  - { id: ${id}, type: basic }\n  - { id: last, type: basic, with: { say: '${words} {{ tasks.${id}.output }}' } }\n`;
}

describe('diffWorkflows', () => {
  it('tells nothing of equal texts', () => {
    expect(diff(ORDER, ORDER)).toEqual([]);
  });

  it.each<readonly [string, string, readonly string[]]>([
    [
      'method: GET',
      'method: POST',
      ['field.changed behaviour: In task “fetch”, with.method is now “POST”; it was “GET”.'],
    ],
    ['      method: GET\n', '', ['field.removed behaviour: In task “fetch”, with.method is gone; it was “GET”.']],
    [
      'method: GET\n',
      'method: GET\n      json: true\n',
      ['field.added behaviour: In task “fetch”, with.json is new: true.'],
    ],
    [
      "'true': tell",
      "'true': ask",
      ['edge.moved behaviour: “pick” now leads to “ask” by the route “true”, no longer to “tell”.'],
    ],
    ['next: pick', 'next: [pick, ask]', ['edge.added behaviour: “fetch” now leads to “ask” on success.']],
    [
      '    on_success:\n      next: pick\n',
      '',
      ['edge.removed behaviour: “fetch” no longer leads to “pick” on success.'],
    ],
    [
      "'true': tell\n        'false': ask",
      "'false': ask\n        'true': tell",
      ['route.reordered behaviour: In task “pick”, the entries of config.routes are tried in another order.'],
    ],
    [
      'type: basic\n    use: agent',
      'type: map\n    use: agent',
      ['task.retyped behaviour: Task “tell” is now of type map; it was basic.'],
    ],
    [
      'signal: approval',
      'signal: consent',
      ['field.changed breaking: In task “ask”, config.signal is now “consent”; it was “approval”.'],
    ],
    [
      'day: { type: string }',
      'day: { type: number }',
      ['input.changed breaking: In the workflow, schema.input.properties.day.type is now “number”; it was “string”.'],
    ],
    [
      'told: ',
      'said: ',
      [
        'output.added behaviour: In the workflow, outputs.said is new: “{{ tasks.tell.output }}”.',
        'output.removed breaking: In the workflow, outputs.told is gone; it was “{{ tasks.tell.output }}”.',
      ],
    ],
    [
      'model: small',
      'model: large',
      ['field.changed behaviour: In the agent “clerk”, config.model is now “large”; it was “small”.'],
    ],
    [
      'kind words',
      'warm, kind words',
      [
        'field.changed behaviour: In the action “answer” of the agent “clerk”, the text of instructions changed: 1 word is new.',
      ],
    ],
    [
      'name: orders',
      'name: all orders',
      ['field.changed cosmetic: In the workflow, name is now “all orders”; it was “orders”.'],
    ],
    [
      '# Loads them.',
      '# Loads all.',
      ['comment.changed cosmetic: A comment is now “Loads all.”; it was “Loads them.”, in task “fetch”.'],
    ],
    [
      "'https://example.com/orders'",
      '"https://example.com/orders"',
      ['spelling.changed cosmetic: The same is written differently, in task “fetch”.'],
    ],
    [
      '    type: basic\n    use: core:http\n',
      '    use: core:http\n    type: basic\n',
      ['spelling.changed cosmetic: The same is written differently, in task “fetch”.'],
    ],
    [
      "url: 'https://example.com/orders'\n      method: GET",
      "method: GET\n      url: 'https://example.com/orders'",
      ['field.reordered behaviour: In task “fetch”, the entries of with are in another order, which a run can see.'],
    ],
  ])('tells of %j as %j', (from, to, told) => {
    expect(tell([from, to])).toEqual(told);
  });

  it('tells a rename once, with all that names the task', () => {
    expect(tell(['fetch', 'load'])).toEqual(['task.renamed behaviour: Task “fetch” is now called “load”.']);
  });

  it('tells what changed in a text besides the name that it follows', () => {
    const told = diff(named('z', String.raw`one \\ two`), named('y', String.raw`one \ two`));
    expect(told.map(({ kind }) => kind)).toEqual(['task.renamed', 'field.changed']);
  });

  it('tells what becomes of a task inside a new container', () => {
    const from = '  - id: ask\n    type: wait\n    config:\n      signal: approval\n';
    const to = `  - id: box\n    type: composite\n    tasks:\n${from.replaceAll(/^/gm, '    ').trimEnd()}\n`;
    expect(tell([from, to])).toEqual([
      'task.added behaviour: The composite task “box” is new.',
      'task.moved breaking: Task “ask” moved into “box”.',
    ]);
  });

  it('tells which task moved in its list', () => {
    const from = '  - id: tell\n    type: basic\n    use: agent:clerk\n';
    expect(tell([from, ''], ['outputs:', `${from}outputs:`])).toEqual([
      'task.reordered behaviour: Task “ask” is now before “tell” in its list.',
    ]);
  });

  it('reads the name of the workflow where an expression reads it', () => {
    const [change] = diff(
      `${ORDER}env: { TITLE: '{{ workflow.name }}' }\n`,
      `${ORDER.replace('name: orders', 'name: other')}env: { TITLE: '{{ workflow.name }}' }\n`,
    );
    expect(change?.severity).toBe('behaviour');
  });

  it('shows the words of a long text that changed', () => {
    const [change] = diff(ORDER, ORDER.replace('kind words', 'words'));
    expect(change?.words?.filter(({ kind }) => kind !== 'same')).toEqual([{ kind: 'removed', text: 'kind ' }]);
  });

  it('takes one change alone and leaves every other byte', () => {
    const after = ORDER.replace('GET', 'POST').replace('small', 'large').replace('# Loads them.', '# Loads all.');
    const [first, ...others] = diff(ORDER, after).toReversed();
    expect(others).toHaveLength(2);
    expect(applyEdits(ORDER, first?.make ?? [])).toBe(ORDER.replace('# Loads them.', '# Loads all.'));
    expect(applyEdits(after, first?.takeBack ?? [])).toBe(after.replace('# Loads all.', '# Loads them.'));
  });

  it('tells that a text cannot be read', () => {
    const [change, ...others] = diff(ORDER, `${ORDER}  - : [`);
    expect(others).toEqual([]);
    expect(change?.kind).toBe('text.changed');
    expect(change?.sentence).toBe('The text after cannot be read as a workflow, so it is only known that they differ.');
  });

  it.each([
    [
      'without a last line break',
      'tasks:\n  - id: a\n    type: wait',
      'tasks:\n  - id: a\n    type: wait\n    name: A\n  - id: b\n    type: map',
    ],
    [
      'with an anchor',
      'x: &x { a: 1 }\ntasks:\n  - id: a\n    with: *x\n',
      'x: &x { a: 2 }\ntasks:\n  - id: a\n    with: *x\n',
    ],
    ['in another indent', 'tasks:\n  - id: a\n    type: wait\n', 'tasks:\n    - id: a\n      type: map\n'],
    [
      'with a first key that is new',
      'tasks:\n  - id: a\n    type: wait\n',
      'tasks:\n  - type: map\n    id: a\n    name: A\n',
    ],
    ['from nothing', '', 'tasks:\n  - id: a\n    type: wait\n'],
    ['with a quoted text like a comment', 'name: "x\n  y"\nid: a\n', 'name: "x\n# y"\nid: b\n'],
  ])('makes every byte of a text %s', (_, before, after) => {
    const changes = diff(before, after);
    expect(changes.some(({ severity }) => severity !== 'cosmetic')).toBe(true);
    expect(listFaults(before, after, changes)).toEqual([]);
    expect(listFaults(after, before, diff(after, before))).toEqual([]);
  });
});

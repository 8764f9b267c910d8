import { describe, expect, test } from 'vitest';
import { yaml } from '../../../testing/index.ts';
import { applyEdits } from '../../../text/index.ts';
import { diagnose } from '../../testing.ts';

/** What is found of a key, and the text after its first fix; null where it has none. */
function tell(text: string, key: string) {
  const found = diagnose(text).find(({ code, path }) => code === 'IGNORED_KEY' && path.at(-1) === key);
  const [fix] = found?.fixes ?? [];
  return { message: found?.message, after: fix === undefined ? null : applyEdits(text, fix.edits) };
}

const task = (rest: string): string => `tasks:\n  - id: a\n    ${rest.replaceAll('; ', '\n    ')}\n`;

describe('a key on which it depends what runs is an error, and its fix writes the right one', () => {
  test.each([
    ['next', 'type: basic; next: end', 'type: basic; on_success:;   next: end'],
    ['then', 'type: basic; then: [a, end]', 'type: basic; on_success:;   next:;     - a;     - end'],
    ['for_each', 'type: collection; for_each: "{{ input.x }}"', 'type: collection; config:;   items: "{{ input.x }}"'],
    ['loop', 'type: basic; loop: "{{ input.x }}"', 'type: collection; config:;   items: "{{ input.x }}"'],
    ['branches', 'type: parallel; branches: []', 'type: parallel; tasks: []'],
    ['do', 'type: composite; do:;   - { id: b, type: basic }', 'type: composite; tasks:;   - { id: b, type: basic }'],
    ['duration', 'type: wait; duration: 5m', 'type: wait; config:;   timeout: 5m;   check_interval: 5m'],
    ['condition', 'type: decision; condition: input.x', 'type: decision; config:;   condition: input.x'],
    ['if', 'type: wait; if: input.x', 'type: wait; config:;   condition: input.x'],
    ['timeout', 'type: basic; timeout: 5s', 'type: basic; config:;   timeout: 5s'],
    ['url', 'type: basic; use: core:http; url: x', 'type: basic; use: core:http; with:;   url: x'],
    ['inputs', 'type: basic; inputs: { x: 1 }', 'type: basic; with: { x: 1 }'],
    ['uses', 'type: basic; uses: core:log', 'type: basic; use: core:log'],
    [
      'retries',
      'type: basic; retries: 2',
      'type: basic; retry:;   attempts: 2;   backoff: exponential;   interval: 1s',
    ],
    ['catch', 'type: basic; catch: end', 'type: basic; on_error:;   next: end'],
    ['finally', 'type: basic; finally: { next: end }', 'type: basic; on_complete: { next: end }'],
    ['enabled', 'type: basic; enabled: false', 'type: basic; disabled: true'],
    ['onSuccess', 'type: basic; onSuccess: { next: end }', 'type: basic; on_success: { next: end }'],
    ['goto', 'type: basic; on_success: { goto: end }', 'type: basic; on_success: { next: end }'],
    ['if', 'type: basic; on_error: { if: "true" }', 'type: basic; on_error: { condition: "true" }'],
    ['then', 'type: decision; then: a', 'type: decision; config:;   routes:;     true: a'],
    ['else', 'type: decision; else: a', 'type: decision; config:;   default:;     next: a'],
    ['cases', 'type: decision; config: { cases: { x: a } }', 'type: decision; config: { routes: { x: a } }'],
    ['interval', 'type: wait; config: { interval: 5s }', 'type: wait; config: { check_interval: 5s }'],
    ['next', 'type: basic; config: { next: a }', 'type: basic; config: {}; on_success:;   next: a'],
    ['retry', 'type: basic; config:;   retry: {}', 'type: basic; retry: {}'],
  ])('%s in %s', (key, before, expected) => {
    const { after } = tell(task(before), key);
    // Quotes around `true` are the writer's choice.
    expect(after?.replace('"true": a', 'true: a')).toBe(task(expected));
  });

  test('needs of several tasks, which lead here from then on', () => {
    const text = yaml`
      tasks:
        - id: a
          type: basic
        - id: b
          type: basic
          on_success: { next: end, with: { x: 1 } }
        - id: c
          type: basic
          needs: [a, b] # both
    `;
    const { message, after } = tell(text, 'needs');
    expect(message).toContain('“on_success: { next: c }” in each of a, b, and “join: all” here');
    expect(after).toBe(yaml`
      tasks:
        - id: a
          type: basic
          on_success:
            next: c
        - id: b
          type: basic
          on_success: { next: c, with: { x: 1 } }
        - id: c
          type: basic
          join: all
    `);
    expect(tell(text.replace('[a, b]', 'gone'), 'needs').after).toBeNull();
  });

  test('needs inside of a parallel task, whose tasks cannot lead to each other', () => {
    const inside = 'tasks: [{ id: b, type: basic }, { id: c, type: basic, needs: b }]';
    const { message, after } = tell(`tasks: [{ id: a, type: parallel, ${inside} }]`, 'needs');
    expect(after).toBeNull();
    expect(message).toContain('one of type composite');
  });

  test.each([
    ['unless', 'decision'],
    ['skip_if', 'decision'],
    ['while', 'wait'],
  ])('%s of a %s, which is the other way round', (key, type) => {
    expect(tell(task(`type: ${type}; ${key}: "{{ input.x }}"`), key)).toMatchObject({
      after: null,
      message: expect.stringContaining('with the condition negated'),
    });
  });

  test('keys that are one here say so, since only one of them can be it', () => {
    const text = task('type: basic; use: core:http; url: x; headers: {}; params: {}; inputs: {}');
    const adds = diagnose(text).map(({ path, fixes }) => [path.at(-1), fixes?.[0]?.adds?.[0]]);
    const holder = JSON.stringify(['tasks', 0, 'with']);
    expect(adds).toEqual(['url', 'headers', 'params', 'inputs'].map((key) => [key, holder]));
  });

  test('an agent that there is', () => {
    const text = 'agents: [{ id: w, use: "core:agent" }]\ntasks:\n  - id: a\n    type: basic\n    agent: w\n';
    expect(tell(text, 'agent').after).toMatch(/^ {4}use: "?agent:w"?$/m);
    expect(tell(text.replace('agent: w\n', 'agent: v\n'), 'agent')).toMatchObject({
      after: null,
      message: expect.stringContaining('defined under “agents”'),
    });
  });

  test('of agents, tools and the document', () => {
    const text = yaml`
      on: push
      inputs: {}
      agents:
        - id: w
          use: core:agent
          model: m
          prompt: Hi
      tools:
        - id: t
          use: core:http
          parameters: { type: object }
          base_url: https://x.example
      tasks:
        - { id: a, type: basic }
    `;
    expect(tell(text, 'on').message).toContain('signalbox.serve.yaml');
    expect(tell(text, 'inputs').message).toContain('schema: { input:');
    expect(tell(text, 'model').after).toContain('    config:\n      model: m\n');
    expect(tell(text, 'prompt').after).toContain('    instructions: Hi\n');
    expect(tell(text, 'parameters').after).toContain('    schema:\n      input: { type: object }\n');
    expect(tell(text, 'base_url').after).toContain('    config:\n      base_url: https://x.example\n');
  });

  test('in a task of its own file, as far as its type is told', () => {
    expect(diagnose('type: basic\nuse: core:log\nneeds: b\n').map(({ code }) => code)).toContain('IGNORED_KEY');
    expect(diagnose('use: core:log\nneeds: b\n').map(({ code }) => code)).not.toContain('IGNORED_KEY');
  });
});

describe('any other key is kept as a note, and is no error', () => {
  test.each(['notes', 'owner', 'tags', 'team', 'x-cost', 'events', 'rules', 'user', 'text', 'priority', 'links'])(
    '%s',
    (key) => {
      const text = `${key}: [x]\ntasks: [{ id: a, type: basic, use: "core:log", with: { message: hi }, ${key}: [x], on_success: { next: end, ${key}: [x] } }]`;
      expect(diagnose(text).filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  test('of a task from elsewhere that is not here, whose type nobody knows', () => {
    const text = 'tasks: [{ id: a, import: "acme:task", timeout: 5s, needs: b, if: "{{ input.x }}" }]';
    expect(diagnose(text).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('a switch that says what is the case anyway', () => {
    expect(diagnose('tasks: [{ id: a, type: basic, enabled: true, skip: false }]').map(({ code }) => code)).toEqual([
      'UNKNOWN_KEY',
      'UNKNOWN_KEY',
    ]);
  });

  test('in a file of something else', () => {
    const compose = 'services: { db: { image: postgres, depends_on: [x] } }\nvolumes: {}\non: x\n';
    const steps = 'title: How to\nsteps: [Boil water, Add tea]\n';
    const builds = 'pool: { vmImage: x }\nsteps: [{ script: npm test }, { task: A@1, inputs: {} }]\n';
    for (const text of [compose, steps, builds])
      expect(diagnose(text).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

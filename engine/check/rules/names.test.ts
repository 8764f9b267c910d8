import { describe, expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { applyFix, diagnose, findingsIn } from '../testing.ts';

describe('ids', () => {
  test('are unique over all containers, agents, tools and actions', () => {
    const text = yaml`
      agents:
        - id: a
          use: core:agent
          config: { provider: mock, model: m }
          actions: [{ id: x, instructions: i, output: {} }, { id: x, instructions: i, output: {} }]
        - { id: a, use: core:agent, config: { provider: mock, model: m } }
      tasks:
        - id: p
          type: parallel
          tasks: [{ id: b, type: basic }]
          on_success: { next: b }
        - { id: b, type: basic }
    `;
    const found = diagnose(text).filter(({ code }) => code === 'DUPLICATE_ID');
    expect(found.map(({ path }) => path.join('.'))).toEqual(['agents.0.actions.1.id', 'agents.1.id', 'tasks.1.id']);
    expect(found[2]?.taskId).toBe('b#tasks/1');
    expect(applyFix(text, 'DUPLICATE_ID')).toContain('{ id: x_2, instructions');
    const unreachable = diagnose(text).filter(({ code }) => code === 'UNREACHABLE_TASK');
    expect(unreachable.map(({ message }) => message).join()).not.toContain('#');
  });

  test('that are duplicate or missing are distinguished in messages', () => {
    const text = yaml`
      tasks:
        - { id: a, type: map, on_success: { next: [b, c] } }
        - { id: b, type: map, on_success: { next: d } }
        - { id: c, type: map, on_success: { next: d } }
        - { id: d, type: map, config: { mapping: { n: 1 } }, with: { x: 1 } }
        - { id: d, type: map, config: { mapping: { n: 1 } }, with: { x: 1 } }
        - { name: Last, type: map, config: { mapping: { n: 1 } }, with: { x: 1 } }
    `;
    const messages = diagnose(text).map(({ message }) => message);
    expect(messages.join()).not.toContain('#tasks');
    expect(messages.filter((message) => message.includes('does not read'))).toEqual([
      '"d" does not read "input.x", so passing it does nothing.',
      '"d" (number 2 of that id) does not read "input.x", so passing it does nothing.',
      'The task "Last" does not read "input.x", so passing it does nothing.',
    ]);
  });

  test('that are missing are never what was meant', () => {
    const text = yaml`
      agents:
        - { use: core:agent }
      tools:
        - { use: core:http }
      memory: { use: core:in-memory }
      tasks:
        - { id: longer, type: basic, use: "agent:x", on_success: { next: '#tasks/2' } }
        - { id: other, type: basic, use: "tool:x", with: { a: "{{ agents.y.output }}", b: "{{ tools.y.output }}", c: "{{ memory.y }}" } }
        - { type: basic, use: core:log, with: { message: "{{ tasks['#tasks/2'].output }} {{ tasks.q.output }}" } }
    `;
    const found = diagnose(text);
    const messages = found.map(({ message }) => message).join('\n');
    expect(messages).not.toMatch(/""|There is ,|#tasks\/2\?|#tasks\/2\./);
    expect(found.filter(({ code }) => code.startsWith('UNKNOWN_') && code !== 'UNKNOWN_KEY').length).toBe(8);
    expect(
      found
        .filter(({ code }) => code === 'UNKNOWN_AGENT' || code === 'UNKNOWN_TOOL')
        .flatMap(({ fixes = [] }) => fixes),
    ).toEqual([]);
  });

  test('with a special meaning are reported', () => {
    expect(findingsIn('tasks: [{ id: end, type: basic }]')).toEqual(['RESERVED_ID end']);
    expect(findingsIn('tasks: [{ id: __proto__, type: basic }]')).toEqual(['RESERVED_ID __proto__']);
  });
});

describe('targets', () => {
  test('in the place of a map are reported once', () => {
    const inside = 'id: b, type: composite, tasks: [{ id: y, type: basic, use: core:log }]';
    const of = (rest: string) =>
      findingsIn(`tasks: [{ ${inside} }, { id: a, ${rest} }]`).filter((finding) => !finding.startsWith('UNREACHABLE'));
    const decision = (rest: string) => of(`type: decision, config: { condition: workflow.input.x, ${rest} }`);
    expect(decision('routes: { p: end }, default: y')).toEqual(['WRONG_TYPE y']);
    expect(of('type: basic, use: core:log, on_success: q')).toEqual(['WRONG_TYPE q']);
    expect(decision('routes: { p: y }, default: { next: y }')).toEqual(['TARGET_OUTSIDE y', 'TARGET_OUTSIDE y']);
  });

  test.each([
    ['start: missing\ntasks: [{ id: a, type: basic }]', 'UNKNOWN_TARGET missing'],
    [
      'tasks: [{ id: a, type: basic, on_success: { next: bb } }, { id: b, type: basic }]',
      'UNKNOWN_TARGET bb',
      'UNREACHABLE_TASK b',
    ],
    ['tasks: [{ id: a, type: basic, on_success: { next: [b, c] } }, { id: b, type: basic }]', 'UNKNOWN_TARGET c'],
    [
      'tasks: [{ id: a, type: decision, config: { routes: { x: no, y: { next: no2 } }, default: { next: no3 } } }]',
      'UNKNOWN_TARGET no',
      'UNKNOWN_TARGET no2',
      'UNKNOWN_TARGET no3',
    ],
    ['tasks: [{ id: a, type: basic, on_error: { routes: { X: no } } }]', 'UNKNOWN_TARGET no'],
    ['tasks: [{ id: a, type: basic, on_success: { next: end } }]'],
    [
      'tasks: [{ id: c, type: composite, tasks: [{ id: x, type: basic, on_success: { next: a } }] }, { id: a, type: basic }]',
      'TARGET_OUTSIDE a',
    ],
    [
      'tasks: [{ id: a, type: basic, on_success: { next: x } }, { id: c, type: composite, tasks: [{ id: x, type: basic }] }]',
      'TARGET_OUTSIDE x',
      'UNREACHABLE_TASK c',
    ],
    [
      'tasks: [{ id: p, type: parallel, tasks: [{ id: x, type: basic, on_success: { next: y } }, { id: y, type: basic }] }]',
      'SIBLING_JUMP y',
    ],
  ])('%s', (text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
  });

  test('a near task is the fix', () => {
    const text = 'tasks: [{ id: fetch_orders, type: basic, on_success: { next: [fetch_order] } }]';
    expect(applyFix(text, 'UNKNOWN_TARGET')).toBe(text.replace('[fetch_order]', '[fetch_orders]'));
  });
});

import { describe, expect, test } from 'vitest';
import { replay, runScript, type Script, yaml } from '../../testing/index.ts';
import type { Breakpoint } from '../contract/RunPlan.ts';
import type { RunEvent } from '../trace/RunEvent.ts';

/** Goes round five times. */
const LOOP = yaml`
  tasks:
    - id: count
      type: map
      with: {n: 1}
      config: {mapping: {n: "{{ input.n }}"}}
      on_success: {next: check, with: {n: "{{ output.n }}"}}
    - id: check
      type: decision
      config: {condition: "{{ input.n < 5 }}", routes: {"true": {next: count, with: {n: "{{ input.n + 1 }}"}}, "false": {next: last}}}
    - {id: last, type: basic}
`;

const RESUMES = [1, 2, 3, 4, 5].map((after) => ({ after, type: 'run.resumed' }) as const);

function run(breakpoint: Omit<Breakpoint, 'at'> & { readonly at?: Breakpoint['at'] }, script: Script = {}) {
  const at = breakpoint.at ?? { task: 'check' };
  const result = runScript(LOOP, { inputs: RESUMES, ...script, plan: { breakpoints: [{ ...breakpoint, at }] } });
  expect(replay(LOOP, result.journal)).toEqual(result.events);
  return result;
}

/** What was passed on where the run paused. */
function stops(events: readonly RunEvent[]): unknown[] {
  return events.flatMap((event) => (event.type === 'run.paused' ? [event.next?.passed] : []));
}

function lines(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'breakpoint.logged' ? [event.message] : []));
}

describe('a breakpoint that counts', () => {
  test('pauses the third time only', () => {
    const { events, view } = run({ condition: null, hits: { kind: 'at', count: 3 } });
    expect(stops(events)).toEqual([{ n: 3 }]);
    expect(view.status).toBe('success');
  });

  test('pauses every second time', () => {
    expect(stops(run({ condition: null, hits: { kind: 'every', count: 2 } }).events)).toEqual([{ n: 2 }, { n: 4 }]);
  });

  test('counts the times that its condition is met', () => {
    expect(stops(run({ condition: 'input.n > 2', hits: { kind: 'at', count: 2 } }).events)).toEqual([{ n: 4 }]);
  });

  test('counts anew once it is set again', () => {
    const breakpoint = { at: { task: 'check' }, condition: null, hits: { kind: 'at', count: 2 } } as const;
    const inputs = [{ after: 1, type: 'breakpoint.set', breakpoint, isSet: true } as const, ...RESUMES.slice(1)];
    expect(stops(run(breakpoint, { inputs }).events)).toEqual([{ n: 2 }, { n: 4 }]);
  });
});

describe('a log point', () => {
  test('writes its text in place of pausing, before a task and on an edge', () => {
    const before = run({ condition: null, log: 'round {{ input.n }}' });
    expect(lines(before.events)).toEqual([1, 2, 3, 4, 5].map((n) => `round ${n}`));
    expect(stops(before.events)).toEqual([]);
    const edge = run({ at: { edge: 'count>on_success>check' }, condition: 'output.n > 3', log: '{{ output }}' });
    expect(lines(edge.events)).toEqual(['{"n":4}', '{"n":5}']);
  });

  test('writes once where the run is paused and stepped, too', () => {
    const inputs = [1, 2, 3].map((after) => ({ after, type: 'run.stepped' }) as const);
    const breakpoint: Breakpoint = { at: { task: 'check' }, condition: null, log: 'n {{ input.n }}' };
    const { events } = runScript(LOOP, { inputs, plan: { isPaused: true, breakpoints: [breakpoint] } });
    expect(lines(events)).toEqual(['n 1']);
  });

  test('that cannot be evaluated warns, and pauses nothing', () => {
    const { events, view } = run({ condition: null, log: '{{ input.n + true }}' });
    expect(stops(events)).toEqual([]);
    expect(view.warnings).toMatchObject([{ taskId: 'check', path: 'breakpoint.log' }]);
  });
});

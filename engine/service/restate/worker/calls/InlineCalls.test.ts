import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../base/index.ts';
import type { Call, Effect, ToolCall } from '../../../../run/index.ts';
import { AwaitedTimers, type RowCall } from '../Awaited.ts';
import { CallRow } from './InlineCalls.ts';

const outcome = { ok: true, value: 1, simulated: false, warnings: [] } as const;
const TIMER: Effect = { type: 'timer.start', id: 'late', at: 1_000_000 };

/** A machine that answers with some effects after each outcome; what it was fed is in `fed`. */
function openRow(answers: Readonly<Record<string, readonly Effect[]>>) {
  const fed: string[] = [];
  const timers = new AwaitedTimers([]);
  const feed = (input: { readonly type: string }): Call | null => {
    const key = 'key' in input ? String(input.key) : '';
    fed.push(key);
    const others = (answers[key] ?? []).filter((effect) => {
      if (effect.type === 'timer.start') timers.set(effect);
      return effect.type !== 'timer.start';
    });
    const [only] = others;
    return others.length === 1 && only !== undefined && 'simulate' in only ? only : null;
  };
  const row = new CallRow(feed, timers);
  row.allow(true);
  return { row, fed, timers };
}

describe('calls in a row', () => {
  const answers = { a: [call('b')], b: [TIMER, call('c')], c: [call('d', 'core:http')] };

  test('end before one that reaches out, and are fed once by the attempt that makes them', async () => {
    const { row, fed } = openRow(answers);
    expect(await row.make(made('a'), perform())).toEqual([made('a'), made('b'), made('c')]);
    row.end([made('a'), made('b'), made('c')]);
    expect(fed).toEqual(['a', 'b', 'c']);
  });

  test('are fed alike by an attempt that finds them recorded', async () => {
    const first = openRow(answers);
    const recorded = await first.row.make(made('a'), perform());
    const second = openRow(answers);
    for (const { row } of [first, second]) row.end(recorded);
    expect([second.fed, second.timers.next]).toEqual([first.fed, first.timers.next]);
    expect(second.timers.next).toBe(1_000_000);
  });

  test.each([
    ['two calls side by side', { a: [call('b'), call('c')] }],
    ['the end of the run', {}],
    ['an abort', { a: [{ type: 'effect.abort', key: 'z' } as const, call('b')] }],
  ])('end before %s', async (_, given) => {
    const { row } = openRow(given);
    expect(await row.make(made('a'), perform())).toEqual([made('a')]);
  });

  test('end after 64, after 100 ms, before a timer and with an outcome of 1 Mi characters', async () => {
    expect(await loop().row.make(made('a'), perform())).toHaveLength(64);
    expect(await loop().row.make(made('a'), perform({ at: 120 }))).toHaveLength(2);
    expect(await loop().row.make(made('a'), perform({ value: 'x'.repeat(2 ** 20) }))).toHaveLength(2);
    const timed = loop();
    timed.timers.set({ type: 'timer.start', id: 'near', at: 50 });
    expect(await timed.row.make(made('a'), perform())).toHaveLength(1);
  });

  test('begin with one that reaches nothing, where nothing else is waited for', () => {
    const { row } = openRow({});
    expect([call('a'), call('a', 'core:http'), call('a', 'core:file'), call('a', 'mcp:x/y')].map(begins)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    row.allow(false);
    expect(begins(call('a'))).toBe(false);

    function begins(given: ToolCall): boolean {
      return row.canBegin(given);
    }
  });
});

function loop() {
  return openRow({ a: [call('a')] });
}

function made(key: string, at = 0): RowCall {
  return { key, at, outcome };
}

/** What performs calls at some time, with some value. */
function perform({ at = 0, value = 1 }: { readonly at?: number; readonly value?: Json } = {}) {
  return () => Promise.resolve({ at, outcome: { ...outcome, value } });
}

function call(key: string, use = 'core:hash'): ToolCall {
  const base = { key, seed: 1, simulate: false, input: {}, config: {}, toolId: null, outputSchema: null };
  return { ...base, type: 'tool.call', use } as unknown as ToolCall;
}

import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, loadPatterns, losesDigits } from '../../base/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { numRuns } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { EMPTY_VIEW, foldRun } from '../trace/foldRun.ts';

beforeAll(() => loadPatterns());

/** The output of a workflow's first task `a`; or why it fails. */
function outputOf(task: object, input: Json, engine: string): unknown {
  const text = JSON.stringify({ tasks: [{ id: 'a', ...task }] });
  const run = createRun(readWorkflow(parseSyntax(text)));
  const start = { type: 'run.started', at: 1, runId: 'r', seed: 1, simulate: false, file: 'a.yaml', env: {} } as const;
  const { events } = advance(run, { ...start, engine, input });
  const view = foldRun(EMPTY_VIEW, events).tasks.get('a');
  return view?.error?.message ?? view?.output;
}

/** What an expression gives of an `input.text`. */
function evaluate(expression: string, text: string, engine = '0.3.0'): unknown {
  const output = outputOf({ type: 'map', config: { mapping: { it: `{{ ${expression} }}` } } }, { text }, engine);
  return typeof output === 'object' && output !== null && 'it' in output ? output.it : output;
}

/** What a collection goes over, where its items are a text. */
function itemsOf(text: string, engine = '0.3.0'): unknown {
  return outputOf({ type: 'collection', config: { items: '{{ workflow.input.text }}' } }, { text }, engine);
}

describe('an integer that no number holds is never another one', () => {
  test.each([
    '9007199254740993',
    ' -12345678901234567890 ',
    '+9007199254740993',
    '9007199254740993.',
    '9007199254740993.00',
  ])('toNumber of %j says so, and what to do', (text) => {
    expect(evaluate('toNumber(workflow.input.text)', text)).toContain(
      `toNumber(): '${text.trim()}' is too long for an exact number. Keep it as text.`,
    );
  });

  test('fromJson keeps its digits as text, and all else as it is', () => {
    const json = '{"id": 9007199254740993, "list": [-12345678901234567890, 9007199254740992, 1.5, "9007199254740993"]}';
    expect(evaluate('fromJson(workflow.input.text)', json)).toEqual({
      id: '9007199254740993',
      list: ['-12345678901234567890', 9007199254740992, 1.5, '9007199254740993'],
    });
  });

  test('a collection keeps its digits, where its items are a text that holds a list', () => {
    expect(JSON.stringify(itemsOf('[9007199254740993, 1]'))).toContain('"9007199254740993"');
  });

  test('whatever is read of digits is printed as they were, or is refused', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(?:0|[1-9]\d{0,22})$/), (digits) => {
        const number = evaluate('toNumber(workflow.input.text)', digits);
        if (losesDigits(digits)) expect(number).toMatch(/too long/);
        else expect(BigInt(Number(number))).toBe(BigInt(digits));
        const { id } = evaluate('fromJson(workflow.input.text)', `{"id":${digits}}`) as { readonly id: Json };
        expect(losesDigits(digits) ? id : BigInt(Number(id))).toBe(losesDigits(digits) ? digits : BigInt(digits));
      }),
      { numRuns: numRuns(60, 2_000) },
    );
  });
});

test('runs of earlier versions go on as they began', () => {
  expect(evaluate('toNumber(workflow.input.text)', '9007199254740993', '0.2.0')).toBe(9007199254740992);
  expect(evaluate('fromJson(workflow.input.text)', '[9007199254740993]', '0.2.0')).toEqual([9007199254740992]);
  expect(JSON.stringify(itemsOf('[9007199254740993]', '0.2.0'))).toContain('9007199254740992');
});

import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { EMPTY_VIEW, foldRun } from '../trace/foldRun.ts';

beforeAll(() => loadPatterns());

const PLACEHOLDER = '⟦secret:KEY.salt⟧';

/** What an expression gives in a run that has one secret; or why its task fails. */
function evaluate(expression: string, engine = '0.3.0'): unknown {
  const text = JSON.stringify({
    tasks: [{ id: 'a', type: 'map', config: { mapping: { it: `{{ ${expression} }}` } } }],
  });
  const run = createRun(readWorkflow(parseSyntax(text)));
  const start = {
    type: 'run.started',
    at: 1,
    runId: 'r',
    input: {},
    seed: 1,
    simulate: false,
    file: 'a.yaml',
  } as const;
  const { events } = advance(run, { ...start, engine, env: { KEY: PLACEHOLDER, PLAIN: '⟦secret:OTHER.salt⟧ text' } });
  const task = foldRun(EMPTY_VIEW, events).tasks.get('a');
  return task?.error?.message ?? task?.output;
}

describe('a function that reads a text says of a secret that the run does not have it', () => {
  test.each([
    'upper(env.KEY)',
    'lower("Bearer " + env.KEY)',
    'trim(env.KEY)',
    'slice(env.KEY, 0, 4)',
    'split(env.KEY, "-")',
    'replace(env.KEY, "-", "")',
    'replace("a-b", "-", env.KEY)',
    'matches(env.KEY, "^sk")',
    'startsWith(env.KEY, "sk")',
    'endsWith(env.KEY, "x")',
    'contains(env.KEY, "x")',
    'len(env.KEY)',
    'fromJson(env.KEY)',
    'toNumber(env.KEY)',
    'toBool(env.KEY)',
  ])('%s', (expression) => {
    expect(evaluate(expression)).toMatch(/env\.KEY is a secret.*--plain KEY/);
  });

  test.each([
    ['env.KEY', PLACEHOLDER],
    ['"Bearer " + env.KEY', `Bearer ${PLACEHOLDER}`],
    ['join(["a", env.KEY], ":")', `a:${PLACEHOLDER}`],
    ['toJson({ key: env.KEY })', `{"key":"${PLACEHOLDER}"}`],
    ['base64("me:" + env.KEY)', Buffer.from(`me:${PLACEHOLDER}`).toString('base64')],
    ['encodeURIComponent(env.KEY)', encodeURIComponent(PLACEHOLDER)],
    // What only looks like one is a text.
    ['upper(env.PLAIN)', '⟦SECRET:OTHER.SALT⟧ TEXT'],
  ])('%s is as it was', (expression, it) => {
    expect(evaluate(expression)).toEqual({ it });
  });

  test('runs of earlier versions go on as they began', () => {
    expect(evaluate('upper(env.KEY)', '0.2.0')).toEqual({ it: '⟦SECRET:KEY.SALT⟧' });
  });
});

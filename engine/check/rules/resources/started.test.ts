import { describe, expect, test } from 'vitest';
import { analyze } from '../../../graph/index.ts';
import { checkAnalysis } from '../../checkAnalysis.ts';
import type { KnownWorkflows } from '../../subject/Rule.ts';

const REFUND = `schema:
  input:
    type: object
    required: [order_id, amount]
    properties:
      order_id: { type: string }
      amount: { type: number, exclusiveMinimum: 0 }
      reason: { enum: [broken, late] }
      notify: { type: boolean, default: true }
tasks: [{ id: a, type: basic }]
`;

const KNOWN: KnownWorkflows = {
  find: (file) => (file === 'flows/refund.yaml' ? analyze(file, REFUND).workflow : null),
  list: () => ['flows/refund.yaml'],
};

const running = (input: string, file = 'flows/refund.yaml', more = ''): string => `schema:
  input: { type: object, properties: { id: { type: string }, sum: { type: number }, other: {} }, additionalProperties: false }
tasks:
  - id: give
    type: basic
    use: core:workflow
    with: { file: ${file}${input === '' ? '' : `, input: ${input}`} }
${more}`;

/** The same task after one that passes it something. */
const afterFirst = (input: string): string =>
  running('{ order_id: A1 }').replace(
    'tasks:\n',
    `tasks:\n  - { id: first, type: basic, on_success: { next: give, with: { ${input} } } }\n`,
  );

/** What is said of the workflows that a text runs: the code, what it marks, and the message. */
function said(text: string, workflows: KnownWorkflows | null = KNOWN): readonly string[] {
  return checkAnalysis(analyze('w.yaml', text), workflows === null ? {} : { workflows })
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, range, message }) => `${code} ${text.slice(range.start, range.end)}: ${message}`);
}

describe('a workflow that a task runs', () => {
  test.each([
    ['{ order_id: "{{ workflow.input.id }}", amount: "{{ workflow.input.sum }}" }'],
    ['{ order_id: A1, amount: 12, reason: late }'],
    ['{ order_id: A1, amount: "{{ workflow.input.sum }}", extra: 1 }'],
    ['"{{ workflow.input.other ?? {} }}"'],
  ])('takes its input: %s', (input) => {
    expect(said(running(input))).toEqual([]);
  });

  test.each([
    [
      '{ orderId: A1, amount: 12 }',
      /^MISSING_INPUT input: .* needs "order_id" .* passes "orderId"\./,
      /^LIKELY_MISSPELT orderId: /,
    ],
    ['{ order_id: A1 }', /^MISSING_INPUT input: .* needs "amount" .* It passes order_id\./],
    ['', /^MISSING_INPUT with: .* needs "order_id"/, /^MISSING_INPUT with: .* needs "amount"/],
    ['{ order_id: A1, amount: 0 }', /^TYPE_MISMATCH 0: The input of "flows\/refund.yaml" refuses this: /],
    ['{ order_id: A1, amount: 12, reason: lost }', /^TYPE_MISMATCH lost: /],
    ['{ order_id: "{{ workflow.input.id }}", amount: "{{ workflow.input.id }}" }', /^TYPE_MISMATCH .*This gives text/],
    ['"{{ workflow.input }}"', /^MISSING_INPUT .* needs "order_id"/, /^MISSING_INPUT .* needs "amount"/],
  ])('refuses what its schema does not allow: %s', (input, ...expected) => {
    expect(said(running(input))).toEqual(expected.map((each) => expect.stringMatching(each)));
  });

  test('is looked for in the workspace, where that is known', () => {
    const text = running('', 'flows/refnd.yaml');
    const [finding] = checkAnalysis(analyze('w.yaml', text), { workflows: KNOWN });
    expect(finding).toMatchObject({
      code: 'MISSING_WORKFLOW',
      message: expect.stringContaining('Did you mean "flows/refund.yaml"?'),
      fixes: [{ title: 'Change to flows/refund.yaml' }],
    });
    expect(said(text, { find: () => null, list: () => [] })).toEqual([
      expect.stringMatching(/^MISSING_WORKFLOW flows/),
    ]);
    expect(checkAnalysis(analyze('w.yaml', text)).map(({ code }) => code)).toEqual([]);
    expect(said(running('', '"{{ env.FLOW }}"'))).toEqual([]);
  });

  test.each(['../refund.yaml', '/flows/refund.yaml', 'flows/../flows/refund.yaml', 'C:/refund.yaml', '~/refund.yaml'])(
    'is inside the workspace, whether that is known or not: %s',
    (file) => {
      const found = [expect.stringMatching(/^MISSING_WORKFLOW \S+: This is not a path inside the workspace/)];
      expect(said(running('', file))).toEqual(found);
      expect(said(running('', file), null)).toEqual(found);
    },
  );

  test('gets what a handler that leads to the task passes', () => {
    expect(said(afterFirst('input: { order_id: A1, amount: 5 }'))).toEqual([]);
    expect(said(afterFirst('input: { amount: 5 }'))).toEqual([
      expect.stringMatching(/^MISSING_INPUT input: .*"order_id"/),
    ]);
    expect(said(afterFirst('other: 1'))).toEqual([
      expect.stringMatching(/^LIKELY_MISSPELT other: .*core:workflow, which has no input "other"/),
      expect.stringMatching(/^MISSING_INPUT input: .*"amount"/),
    ]);
  });
});

import { expect, test } from 'vitest';
import { diagnose } from '../../testing.ts';

const asking = (given: string, prompt: string, agent = ''): string => `agents:
  - id: writer
    use: core:agent
    ${agent}
    config: { provider: mock, model: mock-small }
    actions:
      - { id: draft, instructions: "${prompt}", output: { type: string } }
      - { id: other, instructions: "About {{ input.nothing }}.", output: { type: string } }
tasks:
  - { id: start, type: basic, on_success: { next: write } }
  - { id: write, type: basic, use: "agent:writer", action: draft, with: ${given} }
`;

const said = (text: string): readonly string[] =>
  diagnose(text).map(({ code, range, message }) => `${code} ${text.slice(range.start, range.end)}: ${message}`);

test.each([
  ['{ subject: Rain }', 'It passes subject.'],
  ['{ topics: [Rain] }', 'Did you mean "topics"?'],
  ['{}', 'It passes nothing.'],
])('a prompt reads what the task does not pass: %s', (given, hint) => {
  expect(said(asking(given, 'Write on {{ input.topic }}.'))).toEqual([
    `UNKNOWN_MEMBER topic: The task "write" passes no "topic" to the agent "writer", so this is null in its prompt. ${hint}`,
  ]);
});

test.each([
  ['that it is given', '{ topic: Rain }', '{{ input.topic }}'],
  ['that is prepared for', '{ subject: Rain }', "{{ input.topic ?? 'anything' }}"],
  ['of a whole input', '"{{ tasks.start.output }}"', '{{ input.topic }}'],
])('a prompt reads what may be there: %s', (_, given, prompt) => {
  expect(said(asking(given, prompt))).toEqual([]);
});

test('a prompt reads what the agent itself gives', () => {
  expect(said(asking('{ tone: calm }', '{{ input.topic }}', 'with: { topic: Rain }'))).toEqual([]);
});

test('each task that asks an agent is looked at', () => {
  const text = asking('{ topic: Rain }', '{{ input.topic }}').replace(
    'on_success: { next: write }',
    'on_success: { next: [write, again] }',
  );
  expect(
    said(`${text}  - { id: again, type: basic, use: "agent:writer", action: draft, with: { subject: Snow } }\n`),
  ).toEqual([expect.stringMatching(/^UNKNOWN_MEMBER topic: The task "again" passes no "topic"/)]);
});

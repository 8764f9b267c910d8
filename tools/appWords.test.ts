import { expect, test } from 'vitest';
import { inAppWords } from '../app/ui/display/inAppWords.ts';
import { diagnose } from '../engine/check/testing.ts';

/** What a person who only draws can bring about, and what the app says of it. */
const DRAWN: readonly (readonly [code: string, text: string, says: string])[] = [
  [
    'UNREACHABLE_TASK',
    'tasks: [{ id: a, type: basic }, { id: b, type: basic }]',
    'Not connected yet: draw a line to it, or it never runs.',
  ],
  ['EMPTY_CONTAINER', 'tasks: [{ id: a, type: parallel }]', 'Put a task into it, or choose what it uses.'],
  [
    'DECISION_WITHOUT_DEFAULT',
    'tasks: [{ id: a, type: decision, config: { condition: "{{ input.x }}", routes: { left: b } } }, { id: b, type: basic }]',
    'Connect its default to a task or to the end.',
  ],
  [
    'MISSING_INPUT',
    'tasks: [{ id: a, type: basic, use: "core:http" }]',
    'which neither its input nor a line that leads here passes',
  ],
  [
    'MISSING_INPUT',
    'tools: [{ id: t, use: "core:javascript", config: { code: "return 1" }, schema: { input: { type: object, required: [n], properties: { n: { type: number } } } } }]\ntasks: [{ id: s, type: basic, on_success: { next: a } }, { id: a, type: basic, use: "tool:t", with: { m: 1 } }]',
    'and neither its input nor a line passes it.',
  ],
  [
    'MISSING_INPUT',
    'tasks: [{ id: a, type: basic, use: "core:http" }]',
    'declare it as an input in the settings of the workflow.',
  ],
  [
    'UNRESOLVED_USE',
    'tasks: [{ id: a, type: basic, use: "core:agent" }]',
    'add an agent, then choose it under “Uses”.',
  ],
  [
    'UNRESOLVED_USE',
    'agents: [{ id: w, use: "core:agent", config: { provider: mock, model: m } }]\ntasks: [{ id: a, type: basic, use: "core:agent" }]',
    'add an agent, then choose it under “Uses”. Did you mean "agent:w"?',
  ],
  [
    'AGENT_WITHOUT_MODEL',
    'agents: [{ id: w, use: "core:agent" }]\ntasks: [{ id: a, type: basic, use: "agent:w" }]',
    'Choose a provider and a model.',
  ],
  [
    'ACTION_NEEDED',
    'agents: [{ id: w, use: "core:agent", config: { provider: mock, model: m }, actions: [{ id: x, instructions: X }, { id: y, instructions: Y }] }]\ntasks: [{ id: a, type: basic, use: "agent:w" }]',
    'Choose its action.',
  ],
  [
    'DIAMOND_WITHOUT_JOIN',
    'tasks: [{ id: a, type: basic, on_success: { next: [b, c] } }, { id: b, type: basic, on_success: { next: d } }, { id: c, type: basic, on_success: { next: d } }, { id: d, type: basic }]',
    'Turn on “Join all” to wait for all of them and run once.',
  ],
];

test.each(DRAWN)('%s of a drawn workflow names no key in the app: %#', (code, text, says) => {
  const found = diagnose(text).find((diagnostic) => diagnostic.code === code);
  const message = inAppWords(found?.message ?? '');
  expect(message).toContain(says);
  expect(message).not.toMatch(
    /["“](?:next|with|use|tasks|agents|default|config|action|join(?:: all)?|on_\w+)["”]|“schema/,
  );
});

test('any other message stays as it is', () => {
  expect(inAppWords('There is no task "b".')).toBe('There is no task "b".');
});

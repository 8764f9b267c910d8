import { describe, expect, test } from 'vitest';
import { parseSyntax } from '../syntax/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { convertDialect, findDialect } from './index.ts';

/** The text after, and what was said of it. */
function convert(text: string) {
  const { edits, notes } = convertDialect(parseSyntax(text));
  return { text: applyEdits(text, edits), notes };
}

describe('templates without a counterpart', () => {
  test('become comments each in its place, and what is around them stays', () => {
    const { text } = convert(yaml`
      id: w
      tasks:
        - id: a
          type: basic
          agent: b
          with:
            lines:
              - "{{ if .x }}"
              - "{{ range .y }}"
        - id: c
          type: basic
          agent: b
          with: { all: ["{{ if .x }}", 1], text: "{{ .workflow.input.x }}" }
    `);
    expect(text).toBe(yaml`
      id: w
      tasks:
        - id: a
          type: basic
          use: agent:b
          # with:
          #   lines:
          #     - "{{ if .x }}"
          #     - "{{ range .y }}"
        - id: c
          type: basic
          use: agent:b
          # all: ["{{ if .x }}", 1]
          with: { text: "{{ workflow.input.x }}" }
    `);
  });

  test('that are all there is in a map make one comment of it, once', () => {
    const { text, notes } = convert(yaml`
      id: w
      tasks:
        - id: a
          agent: b
          type: basic
          with:
            one: "{{ if .x }}"
            two: { deep: "{{ if .y }}" }
        - "{{ if .z }}"
    `);
    expect(text).toContain(
      '    # with:\n    #   one: "{{ if .x }}"\n    #   two: { deep: "{{ if .y }}" }\n  - "{{ if .z }}"',
    );
    expect(notes.filter((note) => note.includes('a template without'))).toHaveLength(1);
  });
});

describe('a file that is one definition', () => {
  test('an agent keeps its instructions and actions', () => {
    const agent = yaml`
      id: clerk
      config: { provider: mock, model: m }
      instructions: Be kind to {{ .workflow.input.name }}.
      actions:
        - id: answer
          prompt: Answer {{ .input.text }}
          output: { type: object }
      tools:
        - id: look
          description: Looks
          input: { type: object }
    `;
    expect(findDialect(parseSyntax(agent))?.marks).toContain('prompt');
    expect(convert(agent).text).toBe(yaml`
      id: clerk
      use: core:agent
      config: { provider: mock, model: m }
      instructions: Be kind to {{ workflow.input.name }}.
      actions:
        - id: answer
          instructions: Answer {{ input.text }}
          output: { type: object }
      tools:
        - id: look
          use: local:look
          # description: Looks
          schema:
            input: { type: object }
            output:
              type: object
    `);
  });

  test('a tool has its schemas', () => {
    const tool =
      'id: look\ndescription: Looks\nexecute: ./look.ts\ninput: { type: object }\noutput: { type: object }\n';
    expect(convert(tool).text).toBe(
      'id: look\nuse: local:look\n# description: Looks\n# execute: ./look.ts\nschema:\n  input: { type: object }\n  output: { type: object }\n',
    );
  });
});

test('a syntax is converted once, however often it is checked', () => {
  const syntax = parseSyntax('tasks: [{ id: a, type: router, agent: b }]\n');
  expect(convertDialect(syntax)).toBe(convertDialect(syntax));
});

import { describe, expect, test } from 'vitest';
import { parseSyntax } from '../syntax/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { convertDialect } from './index.ts';

/** The text after, and what was said of it. */
function convert(text: string) {
  const { edits, notes } = convertDialect(parseSyntax(text));
  return { text: applyEdits(text, edits), notes };
}

describe('a setting that moves keeps its comments', () => {
  test('where it goes into a config in brackets, which becomes lines where it has several itself', () => {
    const text = yaml`
      tasks:
        - id: way
          type: router
          config: { condition: "{{ .workflow.input.x }}", "default": { next: pay } } # as it is
          routes: # where to
            # money
            bill: pay # "# not one"
            text: "a # b"
    `;
    const after = yaml`
      tasks:
        - id: way
          type: decision
          config: # as it is
            condition: "{{ workflow.input.x }}"
            "default": { next: pay }
            routes: # where to
              # money
              bill: pay # "# not one"
              text: "a # b"
    `;
    expect(convert(text).text).toBe(after);
    expect(convert(text.replaceAll('\n', '\r\n')).text).toBe(after.replaceAll('\n', '\r\n'));
    expect(convert(text.replace(/config: .*/, 'config: {}')).text).toContain(
      'config:\n      routes: # where to\n        # money',
    );
  });

  test('where it is one line that goes into brackets on a line', () => {
    const short = withRoutes('{ bill: pay }');
    expect(short.text).toContain(
      '    config: { condition: "{{ workflow.input.x }}", routes: {bill: pay} }\n    # where to\n',
    );
    expect(short.notes).toContain('The comments in “tasks.0.routes” are above it now.');
    const long = withRoutes('{ bill: pay_at_once, letter: answer_by_letter, other: ask_a_person }');
    expect(long.text).toContain(
      'config:\n      condition: "{{ workflow.input.x }}"\n      routes: { bill: pay_at_once, letter: answer_by_letter, other: ask_a_person } # where to\n',
    );
  });

  test('where the config in brackets is more than its entries, which stay there', () => {
    for (const config of [
      '&shared { condition: "{{ .workflow.input.x }}" }',
      '{ condition: "{{ .workflow.input.x }}", 1 }',
    ]) {
      const { text } = convert(
        `tasks:\n  - id: way\n    type: router\n    config: ${config}\n    routes:\n      a: b\n`,
      );
      expect(text).toContain(config.replace('.workflow', 'workflow').replace(/ \}$/, ', routes: {a: b} }'));
    }
  });

  test('where it is the first key of its item', () => {
    expect(
      convert(yaml`
        tasks:
          - routes: # where to
              # money
              bill: pay
            id: way
            type: router
            condition: "{{ .workflow.input.x }}"
      `).text,
    ).toBe(yaml`
      tasks:
        - config:
            routes: # where to
              # money
              bill: pay
            condition: "{{ workflow.input.x }}"
          id: way
          type: decision
    `);
  });

  test('where the task is in brackets over several lines', () => {
    expect(
      convert(yaml`
        tasks:
          - {
              id: way,
              type: router,
              condition: "{{ .workflow.input.x }}",
              routes: {
                # money
                bill: pay,
              },
            }
      `).text,
    ).toContain('  # money\n  - {');
  });
});

describe('what tasks share', () => {
  test('with << is not changed for the others: a task gets a config of its own', () => {
    const { text, notes } = convert(yaml`
      tasks:
        - &base
          id: one
          type: router
          config: { condition: "{{ .workflow.input.x }}" }
          routes: { a: one }
        - <<: *base
          id: two
          routes: { b: two }
    `);
    expect(text).toBe(yaml`
      tasks:
        - &base
          id: one
          type: decision
          config: { condition: "{{ workflow.input.x }}", routes: {a: one} }
        - <<: *base
          id: two
          config:
            condition: "{{ workflow.input.x }}"
            routes:
              b: two
    `);
    expect(notes.join('\n')).toContain('“tasks.1.config” is written out there');
  });

  test('with an alias is not changed for the others', () => {
    const { text } = convert(yaml`
      tasks:
        - id: one
          type: decision
          config: &shared { condition: "{{ .workflow.input.x }}" }
        - id: two
          type: decision
          config: *shared
          routes: { b: two }
          final: true
    `);
    expect(text).toContain('config: &shared { condition: "{{ workflow.input.x }}" }\n');
    expect(text).toMatch(/id: two\n {4}type: decision\n {4}config:[^*]+routes/);
  });
});

describe('definitions in files', () => {
  test('are listed once each, under ids of their own', () => {
    const { text } = convert(yaml`
      id: w
      tasks:
        - { id: a, type: basic, use: tool(file=./tools/store.yaml) }
        - { id: b, type: basic, use: tool(file=./tools/store.yaml) }
        - { id: c, type: basic, use: tool(file=./other/store.yaml) }
      tools:
        - { id: x, use: "local:x", schema: { input: { type: object }, output: { type: object } } }
    `);
    expect(text.match(/use: "tool:[^"]*"/g)).toEqual(['use: "tool:store"', 'use: "tool:store"', 'use: "tool:store-2"']);
    expect(text.match(/import: .*/g)).toEqual(['import: ./tools/store.yaml', 'import: ./other/store.yaml']);
    expect(text).toContain('id: store-2\n    import: ./other/store.yaml');
  });

  test('are a comment in a file that is one task', () => {
    const { text, notes } = convert('id: a\ntype: basic\nuse: tool(file=./store.yaml)\n');
    expect(text).toBe('id: a\ntype: basic\nuse: tool:store # was: tool(file=./store.yaml)\n');
    expect(notes.join('\n')).toContain('Define the tool “store” where this task is imported');
  });
});

test('a task in brackets of a type without a counterpart is changed too', () => {
  const { text, notes } = convert('tasks:\n  - { id: a, type: signal, agent: x }\n');
  expect(text).toBe('tasks:\n  # type was: signal\n  - { id: a, type: basic, use: "agent:x" }\n');
  expect(notes.join('\n')).toContain('the type “signal” has no counterpart');
});

test('what cannot be changed is said, and stays as it is', () => {
  const { text, notes } = convert(yaml`
    tasks:
      - id: a
        type: collection
        items: "{{ .workflow.input.x }}"
        task:
         id: b
         type: basic
         agent: x
  `);
  expect(text).toContain('    task:\n     id: b\n');
  expect(notes.join('\n')).toContain('Could not be changed, so do it by hand: “a”: “task” became “tasks”');
});

test('a schema by its name keeps what is written beside the name', () => {
  const { text } = convert(yaml`
    id: w
    schemas: [{ id: mail, type: object, description: Any mail }]
    config:
      input:
        $ref: local::schemas.#(id="mail")
        description: The mail to sort # kept
    tasks: [{ id: a, type: basic, agent: x }]
  `);
  expect(text).toContain('    description: The mail to sort # kept\n');
  expect(text).toContain('    type: object\n');
});

function withRoutes(routes: string) {
  return convert(yaml`
    tasks:
      - id: way
        type: router
        config: { condition: "{{ .workflow.input.x }}" }
        routes: ${routes} # where to
  `);
}

import { describe, expect, test } from 'vitest';
import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { convertDialect, findDialect } from './index.ts';

/** The text after, and what was said of it. */
function convert(text: string) {
  const { edits, notes } = convertDialect(parseSyntax(text));
  return { text: applyEdits(text, edits), notes };
}

function errorsIn(text: string): readonly string[] {
  const found = checkAnalysis(analyze('w.yaml', text));
  return found.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path.join('.')}`);
}

const LATE = yaml`
  # A file that sorts   # kept
  id: sorter
  version: 0.1.0

  schemas:
    - id: mail
      type: object
      properties: { kind: { type: string } }

  config:
    input: mail   # by its name

  agents:
    - id: clerk
      config: { provider: mock, model: m }
      actions:
        - id: answer
          prompt: |
            Answer {{ .input.text }}

            well.
          output: { type: object }

  tasks:
      # the way
      - id: way
        type: router
        # what it looks at
        condition: "{{ .workflow.input.kind }}"
        routes:
          bill: each   # pay

      - id: each
        type: collection
        mode: sequential
        items: '{{ .workflow.input.lines | default "none" }}'
        item_var: line
        final: true
        task:
          # one of them
          id: "line-{{ .index }}"
          type: basic
          agent: clerk
          action: answer
          with:
            text: "{{ .line.text }} of {{ len .workflow.input.lines }}"
`;

describe('a late form', () => {
  test('becomes this format by smallest edits; comments and all else stay', () => {
    expect(convert(LATE).text).toBe(yaml`
      # A file that sorts   # kept
      id: sorter
      # version: 0.1.0

      # schemas:
      #   - id: mail
      #     type: object
      #     properties: { kind: { type: string } }

      schema:
        input:   # by its name
          type: object
          properties:
            kind:
              type: string

      agents:
        - id: clerk
          use: core:agent
          config: { provider: mock, model: m }
          actions:
            - id: answer
              instructions: |
                Answer {{ input.text }}

                well.
              output: { type: object }

      tasks:
          # the way
          - id: way
            type: decision
            # what it looks at
            config:
              condition: "{{ workflow.input.kind }}"
              routes:
                bill: each   # pay

          - id: each
            type: collection
            config:
              mode: sequential
              items: '{{ workflow.input.lines ?? "none" }}'
            # item_var: line
            # final: true
            tasks:
              # one of them
            - id: "line"
              type: basic
              use: agent:clerk
              action: answer
              with:
                text: "{{ item.text }} of {{ len(workflow.input.lines) }}"
    `);
  });

  test('has no error then, and says each change', () => {
    const { text, notes } = convert(LATE);
    expect(errorsIn(text)).toEqual([]);
    expect(notes).toContain('“way”: the type “router” became “decision”.');
    expect(notes).toContain('“way”: “condition” became “config.condition”.');
    expect(notes).toContain('The workflow: “version” has no counterpart. It is kept as a comment.');
    expect(notes).toContain('“{{ .line.text }}” became “{{ item.text }}”.');
    expect(findDialect(parseSyntax(text))).toBeNull();
  });

  test('with CRLF every line keeps its end', () => {
    const { text } = convert(LATE.replaceAll('\n', '\r\n'));
    expect(text).toBe(convert(LATE).text.replaceAll('\n', '\r\n'));
  });
});

const EARLY = yaml`
  id: formatter
  trigger:
    type: webhook
    input:
      type: object
  tools:
    - id: pretty
      execute: ./pretty.ts
      input: { type: object }
  agents:
    - id: helper
      config:
        $ref: global::models.#(id=="big")
      tools:
        - $ref: local::tools.#(id="pretty")
        - use: tool(id=pretty)
  tasks:
    - use: task(file=./parts/read.yaml)
      on_success: { next: shape }
    - id: shape
      type: basic
      $use: tool(local::tools.#(id="pretty"))
      with: { code: "{{ .tasks.read.output }}" }
    - id: save
      type: basic
      use: tool(file=./tools/store.yaml)
`;

test('an early form: references by path, schemas of tools, definitions in files', () => {
  const { text, notes } = convert(EARLY);
  expect(text).toBe(yaml`
    id: formatter
    schema:
      input:
        type: object
    # trigger:
    #   type: webhook
    tools:
      - id: pretty
        use: local:pretty
        # execute: ./pretty.ts
        schema:
          input: { type: object }
          output:
            type: object
      - id: store
        import: ./tools/store.yaml
    agents:
      - id: helper
        use: core:agent
        # config:
        #   $ref: global::models.#(id=="big")
        tools:
          - id: pretty
          - id: pretty
    tasks:
      - id: read
        import: ./parts/read.yaml
        on_success: { next: shape }
      - id: shape
        type: basic
        use: tool:pretty
        with: { code: "{{ tasks.read.output }}" }
      - id: save
        type: basic
        use: tool:store
  `);
  expect(notes.join('\n')).toContain('runs simulated only');
  expect(notes.join('\n')).toContain('Give it a provider and a model.');
});

test('what has no counterpart is a comment where it was, and said: never lost', () => {
  const { text, notes } = convert(yaml`
    id: many
    schedule: { cron: "0 * * * *" }
    tasks:
      - id: call
        type: signal
        signal:
          id: ready

          payload: 1
      - { id: ask, type: basic, agent: nobody, attachments: [a, b] }
      - id: race
        type: parallel
        strategy: race
        retries: 2
        max_workers: 3
        tasks: [{ id: one, type: basic, tool: there }]
    outputs:
      text: |
        {{- range .tasks.call.output -}}
        {{ .name }}
        {{- end -}}
      last: "{{ .tasks.call.output }}"
  `);
  expect(text).toBe(yaml`
    id: many
    # schedule: { cron: "0 * * * *" }
    tasks:
      - id: call
        type: basic # was: signal
        # signal:
        #   id: ready

        #   payload: 1
      # attachments: [a, b]
      - { id: ask, type: basic, use: "agent:nobody" }
      - id: race
        type: parallel
        # strategy: race
        retry:
          attempts: 2
          backoff: exponential
          interval: 1s
        config:
          max_concurrent: 3
        tasks: [{ id: one, type: basic, use: "tool:there" }]
    outputs:
      # text: |
      #   {{- range .tasks.call.output -}}
      #   {{ .name }}
      #   {{- end -}}
      last: "{{ tasks.call.output }}"
  `);
  for (const said of ['schedule', 'signal', 'attachments', 'strategy', 'outputs.text'])
    expect(notes.join('\n')).toContain(`“${said}`);
  expect(notes).toContain('The agent “nobody” is not in this file: define it under “agents”, or import it there.');
});

test('a file that is one task', () => {
  const aggregate = yaml`
    id: sum
    type: aggregate
    outputs:
      # both
      total: "{{ add .tasks.a.output.n .tasks.b.output.n }}"
    on_success: { next: end }
  `;
  expect(convert(aggregate).text).toBe(yaml`
    id: sum
    type: map
    config:
      mapping:
        # both
        total: "{{ tasks.a.output.n + tasks.b.output.n }}"
    on_success: { next: end }
  `);
  const decision = 'id: way\ntype: decision\ncondition: score\nroutes: { high: a }\nwith: { score: 1 }\n';
  expect(convert(decision).text).toBe(
    'id: way\ntype: decision\nconfig:\n  condition: input.score\n  routes: { high: a }\nwith: { score: 1 }\n',
  );
});

/** An input with a schema, an agent with messages, and tasks that read from each other. */
export const SOURCE = `schema:
  input:
    type: object
    required: [text]
    properties:
      # what was written
      text: { type: string, maxLength: 400 } # not for ever
      plan: { type: string }
agents:
  - id: judge
    use: core:agent
    config: { provider: mock, model: small }
    actions:
      - id: rate
        instructions: Rate it.
        output: { type: object, properties: { good: { type: boolean } } }
        messages:
          - { role: system, content: Be brief } # always
          - role: user
            content: Hi
tools:
  - { id: lookup, use: core:http, schema: { input: { type: object }, output: {} } }
tasks:
  - id: fetch
    type: basic
    use: tool:lookup
    with: { url: "/a/{{ workflow.input.text }}" }
    on_success: { next: rate, with: { body: "{{ output.body }}" } }
  - { id: rate, type: basic, use: agent:judge, with: { prompt: "{{ input.body }}" }, on_success: { next: tell } }
  - { id: tell, type: basic, use: core:log, with: { message: "{{ tasks.fetch.output.status }}" } }
  - { id: alone, type: basic }
`;

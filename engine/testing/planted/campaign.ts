import { plantIn } from './Planted.ts';

/** Letters are written by a model and sent, at most for so much money and to no one who said no; the rest is left for later. */
const text = `schema:
  input:
    type: object
    required: [people]
    properties:
      budget: { type: number, default: 1 }
      people: { type: array, items: { type: object, required: [email, name], properties: { email: { type: string }, name: { type: string }, opt_out: { type: boolean, default: false } } } }
agents:
  - id: writer
    use: core:agent
    config: { provider: openai, model: gpt-4.1-mini, api_key: "{{ env.OPENAI_API_KEY }}", max_tokens: 300 }
    actions:
      - id: letter
        instructions: "Write two lines to {{ input.name }}."
        output: { type: object, required: [subject, text], properties: { subject: { type: string }, text: { type: string } } }
limits: { per_task: 50 }
tasks:
  - id: ready
    type: map
    config:
      mapping: { todo: "{{ workflow.input.people | filter(p => !p.opt_out) }}", most: "{{ floor(workflow.input.budget / 0.25) }}" }
    on_success: { next: send }
  - id: send
    type: collection
    config:
      items: "{{ slice(tasks.ready.output.todo, 0, tasks.ready.output.most) }}"
      batch_size: 2
      mode: sequential
      continue_on_error: true
    tasks:
      - id: write
        type: basic
        use: agent:writer
        action: letter
        with: { name: "{{ item.name }}" }
        config: { timeout: 1m }
        retry: { attempts: 1, backoff: fixed, interval: 5s }
      - id: mail
        type: basic
        use: core:http
        with: { url: https://mail.example.com/send, method: POST, json: { to: "{{ item.email }}", subject: "{{ tasks.write.output.subject }}", text: "{{ tasks.write.output.text }}" } }
        config: { timeout: 10s }
    on_success: { next: report }
  - id: report
    type: map
    config:
      mapping:
        sent: "{{ len(tasks.send.output) - tasks.send.failed_count }}"
        failed: "{{ tasks.send.failed_count }}"
        left: "{{ len(tasks.ready.output.todo) - len(tasks.send.output) }}"
    on_success: { next: all }
  - id: all
    type: decision
    config:
      condition: "{{ tasks.report.output.left > 0 || tasks.report.output.failed > 0 }}"
      routes: { true: remember, false: end }
  - id: remember
    type: basic
    use: core:kv
    with: { op: set, key: left, value: "{{ slice(tasks.ready.output.todo, len(tasks.send.output), 1000) }}" }
    on_error: { next: lost }
  - { id: lost, type: basic, use: core:raise, with: { code: NEEDS_A_PERSON, message: "{{ tasks.report.output.left }} people were not written to." } }
outputs: { sent: "{{ tasks.report.output.sent }}", failed: "{{ tasks.report.output.failed }}", left: "{{ tasks.report.output.left }}" }
`;

const people = (names: readonly string[]): string =>
  `[${names.map((name) => `{ name: ${name}, email: ${name}@example.com }`).join(', ')}, { name: Nemo, email: nemo@example.com, opt_out: true }]`;

const tests = `defaults:
  env: { OPENAI_API_KEY: secret }
  answers: { write: { output: { subject: Hello, text: Two lines. } }, mail: { output: { status: 202 } } }
tests:
  - { name: sends all, input: { people: ${people(['ada', 'bo'])} } }
  - { name: stops at the budget, input: { budget: 0.5, people: ${people(['ada', 'bo', 'cy'])} } }
  - { name: loses one, input: { people: ${people(['ada', 'bo'])} }, answers: { mail: [{ error: { code: COMMUNICATION_ERROR } }, { output: { status: 202 } }] } }
`;

const bug = plantIn({ name: 'a batch with a budget', text, tests });

export const CAMPAIGN = [
  bug('people who said no are written to', 'filter(p => !p.opt_out)', 'filter(p => p.opt_out != null)', null),
  bug('a flag under another name', '!p.opt_out', '!p.optOut', 'LIKELY_MISSPELT'),
  bug(
    'the budget is not kept to',
    'slice(tasks.ready.output.todo, 0, tasks.ready.output.most)',
    'tasks.ready.output.todo',
    null,
  ),
  bug('dollars for cents', 'budget / 0.25', 'budget / 25', null),
  bug('one failure ends the batch', '\n      continue_on_error: true', '', null),
  bug(
    'the letter of the person before',
    '"{{ tasks.write.output.text }}"',
    '"{{ tasks.send.output[0].write.text }}"',
    'OUTPUT_NEVER_SET',
  ),
  bug(
    'another name in the prompt',
    'with: { name: "{{ item.name }}" }',
    'with: { person: "{{ item.name }}" }',
    'UNKNOWN_MEMBER',
  ),
  bug(
    'all are said to be sent',
    '{{ len(tasks.send.output) - tasks.send.failed_count }}',
    '{{ len(tasks.send.output) }}',
    null,
  ),
  bug('the same who were written to are kept for later', 'len(tasks.send.output), 1000', '0, 1000', null),
  bug('a letter that is too short to end', 'max_tokens: 300', 'max_tokens: 3', null),
];

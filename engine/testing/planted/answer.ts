import { plantIn } from './Planted.ts';

/** A complaint is answered by a model once a person has approved, an order is handed over. */
const text = `schema:
  input: { type: object, required: [mail], properties: { mail: { type: string } } }
agents:
  - id: clerk
    use: core:agent
    config: { provider: mock, model: mock-small }
    actions:
      - id: sort
        instructions: "Sort this mail: {{ input.mail }}"
        output:
          type: object
          required: [kind, urgency]
          properties: { kind: { enum: [complaint, order, other] }, urgency: { type: number, minimum: 1, maximum: 5 } }
      - id: reply
        instructions: "Answer this complaint politely: {{ input.mail }}"
        output: { type: object, required: [text], properties: { text: { type: string } } }
tasks:
  - id: sort
    type: basic
    use: agent:clerk
    action: sort
    with: { mail: "{{ workflow.input.mail }}" }
    config: { timeout: 1m }
    on_success: { next: pick }
    on_error: { next: lost }
  - id: pick
    type: decision
    config:
      condition: "{{ tasks.sort.output.kind }}"
      routes: { complaint: answer, order: hand_over }
      default: { next: end }
  - id: answer
    type: basic
    use: agent:clerk
    action: reply
    with: { mail: "{{ workflow.input.mail }}" }
    config: { timeout: 1m }
    on_success: { next: approve }
    on_error: { next: hand_over }
  - id: approve
    type: wait
    config: { signal: approved, timeout: 2d, check_interval: 1h }
    on_success: { next: note }
    on_timeout: { next: hand_over }
  - id: note
    type: basic
    use: core:log
    with: { level: info, message: "Sent: {{ tasks.answer.output.text }}" }
  - id: hand_over
    type: basic
    use: core:workflow
    with: { file: flows/ticket.yaml, input: { mail: "{{ workflow.input.mail }}", urgency: "{{ tasks.sort.output.urgency }}" } }
    config: { timeout: 1d }
    on_error: { next: lost }
  - { id: lost, type: basic, use: core:raise, with: { code: NEEDS_A_PERSON, message: "{{ error.message }}" } }
`;

const tests = `tests:
  - name: complains
    input: { mail: It is broken. }
    answers: { sort: { output: { kind: complaint, urgency: 3 } }, answer: { output: { text: Sorry. } } }
    signals: [{ name: approved, at: 1h }]
  - { name: orders, input: { mail: One more. }, answers: { sort: { output: { kind: order, urgency: 2 } }, hand_over: { output: {} } } }
`;

const bug = plantIn({ name: 'support mails', text, tests });

export const ANSWER = [
  bug(
    'another input than the prompt reads',
    'action: reply\n    with: { mail:',
    'action: reply\n    with: { text:',
    'UNKNOWN_MEMBER',
  ),
  bug('a route that the model never answers', '{ complaint: answer,', '{ complaints: answer,', 'NEVER_EQUAL'),
  bug('another action of the agent', 'action: reply', 'action: sort', 'LIKELY_MISSPELT'),
  bug('a sub-workflow that was moved', 'flows/ticket.yaml', 'ticket.yaml', 'MISSING_WORKFLOW'),
  bug('another input of a sub-workflow', ', urgency: "{{', ', priority: "{{', 'MISSING_INPUT'),
  bug('the wrong type for a sub-workflow', 'output.urgency }}', 'output.kind }}', 'TYPE_MISMATCH'),
  bug('a person who has seconds to answer', 'timeout: 2d', 'timeout: 2s', null),
];

import { plantIn } from './Planted.ts';

/** A purchase is approved by a lead; without an answer it is put to the board, and without one there it is declined. */
const text = `schema:
  input:
    type: object
    required: [title, amount, lead]
    properties: { title: { type: string }, amount: { type: number }, lead: { type: string }, board: { type: string, default: board@example.com } }
tasks:
  - id: size
    type: decision
    config:
      condition: "{{ workflow.input.amount }}"
      routes:
        small: { condition: "{{ value < 100 }}", next: buy }
      default: { next: ask }
  - id: ask
    type: basic
    use: core:http
    with: { url: https://mail.example.com/send, method: POST, json: { to: "{{ workflow.input.lead }}", text: "May we buy {{ workflow.input.title }}?" } }
    config: { timeout: 10s }
    on_success: { next: lead }
    on_error: { next: failed }
  - id: lead
    type: wait
    config:
      signal: decided
      signal_schema: { type: object, required: [approved], properties: { approved: { type: boolean }, note: { type: string } } }
      timeout: 2d
      check_interval: 1h
    on_success: { next: verdict }
    on_timeout: { next: escalate }
  - id: verdict
    type: decision
    config:
      condition: "{{ tasks.lead.output.signal.payload.approved }}"
      routes: { true: buy, false: decline }
  - id: escalate
    type: basic
    use: core:http
    with: { url: https://mail.example.com/send, method: POST, json: { to: "{{ workflow.input.board }}", text: "{{ workflow.input.lead }} did not answer: {{ workflow.input.title }}, {{ workflow.input.amount }} EUR" } }
    config: { timeout: 10s }
    on_success: { next: board }
    on_error: { next: failed }
  - id: board
    type: wait
    config:
      signal: board_decided
      signal_schema: { type: object, required: [votes], properties: { votes: { type: integer } } }
      condition: "{{ signal.payload.votes >= 2 }}"
      timeout: 7d
      check_interval: 1h
    on_success: { next: buy }
    on_timeout: { next: decline }
  - id: buy
    type: basic
    use: core:http
    with: { url: https://shop.example.com/orders, method: POST, json: { title: "{{ workflow.input.title }}", amount: "{{ workflow.input.amount }}" } }
    config: { timeout: 10s }
    on_error: { next: failed }
  - id: decline
    type: basic
    use: core:http
    with: { url: https://mail.example.com/send, method: POST, json: { to: "{{ workflow.input.lead }}", text: "No: {{ tasks.lead.output.signal.payload.note ?? 'no answer in time' }}" } }
    config: { timeout: 10s }
    on_error: { next: failed }
  - id: failed
    type: basic
    use: core:raise
    with: { code: EXECUTION_ERROR, message: "{{ error.message }}" }
outputs:
  bought: "{{ tasks.buy.status == 'success' }}"
  asked: "{{ tasks.ask.status == 'success' }}"
`;

const tests = `defaults:
  input: { title: a printer, amount: 400, lead: lea@example.com }
  answers: { ask: { output: { status: 202 } }, escalate: { output: { status: 202 } }, buy: { output: { status: 201 } }, decline: { output: { status: 202 } } }
tests:
  - { name: is small, input: { title: pens, amount: 12, lead: lea@example.com } }
  - { name: is approved, signals: [{ name: decided, at: 1d, payload: { approved: true } }] }
  - { name: is declined, signals: [{ name: decided, at: 3h, payload: { approved: false, note: too dear } }] }
  - { name: is voted for, signals: [{ name: board_decided, at: 3d, payload: { votes: 1 } }, { name: board_decided, at: 4d, payload: { votes: 3 } }] }
  - { name: is forgotten }
`;

const bug = plantIn({ name: 'approval with escalation', text, tests });

export const ESCALATION = [
  bug(
    'yes and no in place of true and false',
    '{ true: buy, false: decline }',
    '{ yes: buy, no: decline }',
    'NEVER_EQUAL',
  ),
  bug('the answers are swapped', '{ true: buy, false: decline }', '{ true: decline, false: buy }', null),
  bug('minutes where days are meant', 'timeout: 2d', 'timeout: 2m', null),
  bug('another signal than is sent', 'signal: decided', 'signal: decision', null),
  bug('the payload is left out', 'output.signal.payload.approved', 'output.signal.approved', 'UNKNOWN_MEMBER'),
  bug('one vote is enough', 'votes >= 2', 'votes >= 1', null),
  bug('a text as the limit', 'value < 100', "value < '100'", 'TYPE_CLASH'),
  bug(
    'nobody hears of a lead who is silent',
    '\n    on_timeout: { next: escalate }',
    '\n    on_timeout: { next: decline }',
    'UNREACHABLE_TASK',
  ),
  bug(
    'a wait that looks for less than its interval',
    'timeout: 7d\n      check_interval: 1h',
    'timeout: 1h\n      check_interval: 7d',
    null,
  ),
  bug(
    'the lead is written to in place of the board',
    'to: "{{ workflow.input.board }}"',
    'to: "{{ workflow.input.lead }}"',
    null,
  ),
];

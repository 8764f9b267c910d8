import { analyze } from '../graph/index.ts';
import type { Workflow } from '../model/index.ts';

/** A mistake that somebody makes who knows n8n or Step Functions: the text as it should be, and what was written in the place of a part of it. */
export interface Planted {
  readonly bug: string;
  readonly text: string;
  readonly right: string;
  readonly wrong: string;
  /** What `check` warns of; null: nothing, for it cannot be known from the text. */
  readonly found: string | null;
}

export const INVOICE = `schema:
  input:
    type: object
    required: [customer_id]
    properties: { customer_id: { type: string }, month: { type: string } }
tools:
  - id: billing
    use: core:http
    config: { base_url: "https://billing.example.com" }
    schema:
      input: {}
      output:
        type: object
        properties:
          status: { type: number }
          body:
            type: object
            properties: { total: { type: number }, currency: { enum: [EUR, USD] }, paid: { type: boolean } }
tasks:
  - id: load
    type: basic
    use: tool:billing
    with: { url: "/invoices/{{ workflow.input.customer_id }}" }
    config: { timeout: 10s }
    retry: { attempts: 3, backoff: exponential, interval: 1s }
    on_success: { next: due }
    on_error: { next: failed }
  - id: due
    type: decision
    config:
      condition: "{{ tasks.load.output.body.paid }}"
      routes: { true: end, false: remind }
  - id: remind
    type: basic
    use: core:http
    with:
      url: "https://mail.example.com/send"
      method: POST
      json: { text: "You owe {{ tasks.load.output.body.total }} {{ tasks.load.output.body.currency }}." }
    on_error: { next: failed }
  - id: failed
    type: basic
    use: core:raise
    with: { code: EXECUTION_ERROR, message: "{{ error.message }}" }
`;

export const ANSWER = `schema:
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
    on_success: { next: pick }
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
    on_success: { next: approve }
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
`;

export const IMPORT = `schema:
  input: { type: object, required: [rows], properties: { rows: { type: array, items: { type: object, properties: { sku: { type: string }, price: { type: number } } } } } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ workflow.input.rows }}", batch_size: 10, continue_on_error: true }
    tasks:
      - id: box
        type: composite
        config: { timeout: 1m }
        tasks:
          - id: put
            type: basic
            use: core:http
            with:
              url: "https://shop.example.com/items/{{ item.sku }}"
              method: PUT
              headers: { Authorization: "Bearer {{ env.SHOP_TOKEN }}" }
              json: { cents: "{{ item.price * 100 }}" }
            config: { timeout: 10s }
            retry: { attempts: 2, backoff: fixed, interval: 5s }
    on_success: { next: tell }
  - id: tell
    type: basic
    use: core:log
    with: { level: info, message: "{{ len(tasks.each.output) }} rows" }
outputs: { failed: "{{ tasks.each.failed_count }}" }
`;

const TICKET = `schema:
  input:
    type: object
    required: [mail, urgency]
    properties: { mail: { type: string }, urgency: { type: number, maximum: 5 } }
tasks: [{ id: a, type: basic }]
`;

/** The other workflow of the workspace. */
export const KNOWN = {
  find: (file: string): Workflow | null => (file === 'flows/ticket.yaml' ? analyze(file, TICKET).workflow : null),
  list: () => ['flows/ticket.yaml'],
};

const in_ = (text: string) => (bug: string, right: string, wrong: string, found: string | null) =>
  ({ bug, text, right, wrong, found }) satisfies Planted;
const [invoice, answer, rows] = [in_(INVOICE), in_(ANSWER), in_(IMPORT)];

export const PLANTED: readonly Planted[] = [
  invoice('another field of a response', 'body.total }}', 'body.amount }}', 'LIKELY_MISSPELT'),
  invoice('a slip in a field of a response', 'body.currency }}', 'body.curency }}', 'LIKELY_MISSPELT'),
  invoice('the body left out, as in n8n', 'output.body.paid', 'output.paid', 'LIKELY_MISSPELT'),
  invoice('an input that the form does not have', 'input.customer_id }}', 'input.customer }}', 'LIKELY_MISSPELT'),
  invoice('routes named yes and no', '{ true: end, false: remind }', '{ yes: end, no: remind }', 'NEVER_EQUAL'),
  invoice('milliseconds meant, seconds forgotten', 'interval: 1s', 'interval: 1ms', 'RETRY_TOO_OFTEN'),
  invoice(
    'a task read that only comes later',
    'customer_id }}"',
    'customer_id }}{{ tasks.remind.output.status }}"',
    'OUTPUT_NEVER_SET',
  ),
  invoice('no route for errors', '\n    on_error: { next: failed }\n  - id: due', '\n  - id: due', null),
  invoice('the wrong way round', '{ true: end, false: remind }', '{ false: end, true: remind }', null),
  answer(
    'another input than the prompt reads',
    'action: reply\n    with: { mail:',
    'action: reply\n    with: { text:',
    'UNKNOWN_MEMBER',
  ),
  answer('a route that the model never answers', '{ complaint: answer,', '{ complaints: answer,', 'NEVER_EQUAL'),
  answer('another action of the agent', 'action: reply', 'action: sort', 'LIKELY_MISSPELT'),
  answer('a sub-workflow that was moved', 'flows/ticket.yaml', 'ticket.yaml', 'MISSING_WORKFLOW'),
  answer('another input of a sub-workflow', ', urgency: "{{', ', priority: "{{', 'MISSING_INPUT'),
  answer('the wrong type for a sub-workflow', 'output.urgency }}', 'output.kind }}', 'TYPE_MISMATCH'),
  answer('a person who has seconds to answer', 'timeout: 2d', 'timeout: 2s', null),
  rows('a timeout shorter than a retry', 'timeout: 1m', 'timeout: 4s', 'RETRY_WITHOUT_EFFECT'),
  rows('a price as it is, where cents are meant', 'item.price * 100', 'item.price', null),
  rows('a field of a row that it does not have', 'item.sku }}', 'item.id }}', 'LIKELY_MISSPELT'),
  rows('a secret in a log', '"{{ len(tasks.each.output) }} rows"', '"{{ env.SHOP_TOKEN }}"', null),
  rows(
    'a secret in the text',
    'Bearer {{ env.SHOP_TOKEN }}',
    'Bearer ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'SECRET_IN_CLEAR',
  ),
  rows(
    'the size of a list as JavaScript has it',
    'len(tasks.each.output)',
    'tasks.each.output.length',
    'UNKNOWN_MEMBER',
  ),
];

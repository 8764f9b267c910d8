import { plantIn } from './Planted.ts';

/** A customer is reminded of what is not paid. */
const text = `schema:
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
    config: { timeout: 10s }
    on_error: { next: failed }
  - id: failed
    type: basic
    use: core:raise
    with: { code: EXECUTION_ERROR, message: "{{ error.message }}" }
`;

const tests = `tests:
  - name: owes
    input: { customer_id: c1 }
    answers: { load: { output: { status: 200, body: { total: 30, currency: EUR, paid: false } } }, remind: { output: { status: 200 } } }
  - { name: fails, input: { customer_id: c2 }, answers: { load: { error: { code: HTTP_ERROR } } } }
`;

const bug = plantIn({ name: 'invoices', text, tests });

export const INVOICE = [
  bug('another field of a response', 'body.total }}', 'body.amount }}', 'LIKELY_MISSPELT'),
  bug('a slip in a field of a response', 'body.currency }}', 'body.curency }}', 'LIKELY_MISSPELT'),
  bug('the body left out, as in n8n', 'output.body.paid', 'output.paid', 'LIKELY_MISSPELT'),
  bug('an input that the form does not have', 'input.customer_id }}', 'input.customer }}', 'LIKELY_MISSPELT'),
  bug('routes named yes and no', '{ true: end, false: remind }', '{ yes: end, no: remind }', 'NEVER_EQUAL'),
  bug('milliseconds meant, seconds forgotten', 'interval: 1s', 'interval: 1ms', 'RETRY_TOO_OFTEN'),
  bug(
    'a task read that only comes later',
    'customer_id }}"',
    'customer_id }}{{ tasks.remind.output.status }}"',
    'OUTPUT_NEVER_SET',
  ),
  bug('no route for errors', '\n    on_error: { next: failed }\n  - id: due', '\n  - id: due', null),
  bug('the wrong way round', '{ true: end, false: remind }', '{ false: end, true: remind }', null),
];

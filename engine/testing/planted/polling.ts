import { plantIn } from './Planted.ts';

/** A report is ordered, looked for until it is there, fetched and put away. */
const text = `schema:
  input: { type: object, required: [month], properties: { month: { type: string, pattern: '^[0-9]{4}-[0-9]{2}$' } } }
env: { REPORTS: "https://reports.example.com" }
tools:
  - id: job
    use: core:http
    config: { timeout: 10s }
    schema:
      input: {}
      output:
        type: object
        properties:
          status: { type: number }
          body: { type: object, properties: { id: { type: string }, state: { enum: [queued, running, done, failed] }, rows: { type: integer }, url: { type: string } } }
tasks:
  - id: order
    type: basic
    use: tool:job
    with: { url: "{{ env.REPORTS }}/jobs", method: POST, json: { month: "{{ workflow.input.month }}" } }
    retry: { attempts: 2, backoff: exponential, interval: 1s }
    on_success: { next: poll }
    on_error: { next: failed }
  - id: poll
    type: wait
    use: tool:job
    with: { url: "{{ env.REPORTS }}/jobs/{{ tasks.order.output.body.id }}" }
    config:
      condition: "{{ output.body.state == 'done' || output.body.state == 'failed' ? output.body.state : null }}"
      check_interval: 30s
      timeout: 1h
    on_success: { next: ended }
    on_timeout: { next: cancel }
    on_error: { next: failed }
  - id: ended
    type: decision
    config:
      condition: "{{ tasks.poll.output.value }}"
      routes: { done: fetch, failed: broken }
      default: { next: broken }
  - id: fetch
    type: basic
    use: core:http
    with: { url: "{{ env.REPORTS }}/jobs/{{ tasks.order.output.body.id }}/rows" }
    config: { timeout: 1m }
    retry: { attempts: 3, backoff: fixed, interval: 10s }
    on_success: { next: keep }
    on_error: { next: failed }
  - id: keep
    type: basic
    use: core:file
    with: { op: write, path: "reports/{{ workflow.input.month }}.csv", text: "{{ tasks.fetch.output.body }}" }
    on_error: { next: failed }
  - id: cancel
    type: basic
    use: core:http
    with: { url: "{{ env.REPORTS }}/jobs/{{ tasks.order.output.body.id }}", method: DELETE }
    config: { timeout: 10s }
    on_success: { next: late }
    on_error: { next: failed }
  - { id: late, type: basic, use: core:raise, with: { code: TOO_LATE, message: "No report of {{ workflow.input.month }} in an hour." } }
  - { id: broken, type: basic, use: core:raise, with: { code: NO_REPORT, message: "The report of {{ workflow.input.month }} failed." } }
  - { id: failed, type: basic, use: core:raise, with: { code: EXECUTION_ERROR, message: "{{ error.message }}" } }
outputs: { path: "reports/{{ workflow.input.month }}.csv", checks: "{{ tasks.poll.output.checks }}" }
`;

const tests = `defaults:
  input: { month: 2026-05 }
  answers:
    order: { output: { status: 202, body: { id: j1, state: queued } } }
    fetch: { output: { status: 200, body: "a,b\\n1,2\\n" } }
    keep: { output: { path: reports/2026-05.csv } }
    cancel: { output: { status: 204 } }
tests:
  - { name: is done, answers: { poll: [{ output: { body: { state: queued } } }, { output: { body: { state: running } } }, { output: { body: { state: done } } }] } }
  - { name: never ends, answers: { poll: { output: { body: { state: running } } } } }
  - { name: has a weak line, answers: { poll: { output: { body: { state: done } } }, order: [{ error: { code: TIMEOUT_ERROR } }, { output: { body: { id: j2, state: queued } } }], fetch: [{ error: { code: COMMUNICATION_ERROR } }, { output: { status: 200, body: "a\\n1\\n" } }] } }
`;

const bug = plantIn({ name: 'a job that is polled', text, tests });

export const POLLING = [
  bug('a state that the job never has', "state == 'done' ||", "state == 'finished' ||", 'NEVER_EQUAL'),
  bug(
    'a poll that is content with any answer',
    "output.body.state == 'done' || output.body.state == 'failed' ? output.body.state : null",
    'output.body.state',
    null,
  ),
  bug(
    'the answer in place of what it says',
    '{{ tasks.poll.output.value }}',
    '{{ tasks.poll.output.value.body.state }}',
    'UNKNOWN_MEMBER',
  ),
  bug('an hour between two looks', 'check_interval: 30s', 'check_interval: 30m', null),
  bug(
    'another field of the answer',
    '/jobs/{{ tasks.order.output.body.id }}/rows',
    '/jobs/{{ tasks.order.output.body.job_id }}/rows',
    'LIKELY_MISSPELT',
  ),
  bug('the job is never cancelled', 'on_timeout: { next: cancel }', 'on_timeout: { next: late }', 'UNREACHABLE_TASK'),
  bug(
    'a file of one name for all months',
    'path: "reports/{{ workflow.input.month }}.csv", text',
    'path: "reports/report.csv", text',
    null,
  ),
  bug(
    'headers and all in the file',
    'text: "{{ tasks.fetch.output.body }}"',
    'text: "{{ tasks.fetch.output }}"',
    'TYPE_MISMATCH',
  ),
  bug(
    'an order is placed again and again',
    'retry: { attempts: 2, backoff: exponential, interval: 1s }',
    'retry: { attempts: 2000, backoff: fixed, interval: 1ms }',
    'RETRY_TOO_OFTEN',
  ),
  bug(
    'the variable of another environment',
    '"{{ env.REPORTS }}/jobs/{{ tasks.order.output.body.id }}/rows"',
    '"{{ env.REPORT }}/jobs/{{ tasks.order.output.body.id }}/rows"',
    null,
  ),
];

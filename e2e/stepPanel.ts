/** Its second step fails twice, which is handled. */
export const HANDLED = `name: Orders
tasks:
  - id: first
    type: map
    config: { mapping: { n: 1 } }
    on_success: { next: second, with: { order: "A-7" } }
  - id: second
    type: basic
    use: core:http
    with: { url: "samples/data/nothing-here.json" }
    retry: { attempts: 1, backoff: fixed, interval: 0s }
    on_error: { retry: true, routes: { EXECUTION_ERROR: last } }
  - { id: last, type: map, config: { mapping: { answer: All is well } } }
outputs: { answer: "{{ tasks.last.output.answer }}" }
`;

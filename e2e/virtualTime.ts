/** A delay of two days, a container that gives up after an hour, and an attempt that is due in an hour. */
export const LONG = `name: Long
tasks:
  - id: pause
    type: wait
    config: { timeout: 48h, check_interval: 24h }
    on_success: { next: bounded }
  - id: bounded
    type: composite
    config: { timeout: 1h }
    tasks: [{ id: late, type: wait, config: { timeout: 3h, check_interval: 3h } }]
    on_error: { next: ask }
  - id: ask
    type: basic
    use: core:http
    with: { url: "samples/data/nothing-here.json" }
    retry: { attempts: 1, backoff: fixed, interval: 1h }
    on_error: { retry: true, routes: { EXECUTION_ERROR: hold } }
  - id: hold
    type: wait
    config: { signal: go, timeout: 24h, check_interval: 1h }
    on_success: { next: more }
  - { id: more, type: wait, config: { timeout: 1h, check_interval: 1h } }
`;

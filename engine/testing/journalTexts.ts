/** The workflows of the runs that are recorded: none is changed once it is. */
import { yaml } from './yaml.ts';

export const TASKS = yaml`
  name: Every type of task
  schema: { input: { type: object, properties: { orders: { type: array, default: [{ total: 250 }, { total: 40 }, { total: 0 }] } } } }
  tasks:
    - id: fetch
      type: basic
      use: core:http
      with: { url: /orders, method: POST, json: { n: 1 } }
      on_success: { next: both }
    - id: both
      type: parallel
      config: { max_concurrent: 2 }
      tasks:
        - { id: left, type: basic, use: core:http, with: { url: /left } }
        - { id: right, type: map, config: { mapping: { n: "{{ tasks.fetch.output.body.n }}" } } }
      on_operation_complete: { next: note, with: { message: "{{ event.operation_id }}" } }
      on_success: { next: each }
    - { id: note, type: basic, use: core:log, end: true }
    - id: each
      type: collection
      config: { items: "{{ workflow.input.orders }}", mode: parallel, batch_size: 2, continue_on_error: true }
      tasks:
        - { id: rate, type: map, config: { mapping: "{{ round(item.total / 100, 1) }}" } }
      on_success: { next: rest }
    - { id: rest, type: wait, config: { timeout: 50ms, check_interval: 20ms }, on_success: { next: steps } }
    - id: steps
      type: composite
      tasks:
        - { id: one, type: basic, with: { at: "{{ now() }}" } }
        - { id: two, type: basic, use: core:hash, with: { text: abc } }
      on_success: { next: choose }
    - id: choose
      type: decision
      config: { condition: "{{ len(tasks.each.output) > 2 }}", routes: { "true": many, "false": few } }
    - { id: many, type: basic, with: { first: "{{ first(tasks.each.output) }}", id: "{{ uuid() }}" } }
    - { id: few, type: basic }
`;

export const STEPS = yaml`
  name: Steps
  tasks:
    - { id: first, type: basic, with: { n: 1 }, on_success: { next: second } }
    - { id: second, type: map, config: { mapping: { n: "{{ tasks.first.output.n + 1 }}" } }, on_success: { next: third } }
    - { id: third, type: map, config: { mapping: { n: "{{ tasks.second.output.n + 1 }}" } }, on_success: { next: fourth } }
    - { id: fourth, type: basic, with: { n: "{{ tasks.third.output.n }}" } }
`;

export const AGENT = yaml`
  name: An agent with a tool
  tools:
    - { id: lookup, use: core:http, schema: { input: { type: object }, output: { type: object } } }
  agents:
    - id: clerk
      use: core:agent
      config:
        provider: mock
        model: small
        mock:
          latency: 20ms
          responses: [{ tool_calls: [{ name: lookup, input: { url: /found } }] }, { wrong: 1 }, { text: found }]
      tools: [{ id: lookup }]
      actions:
        - id: find
          instructions: Find {{ input.what }}
          output: { type: object, required: [text], properties: { text: { type: string } } }
  tasks:
    - { id: find, type: basic, use: "agent:clerk", with: { what: it }, on_success: { next: said } }
    - { id: said, type: map, config: { mapping: "{{ tasks.find.output.text }}" } }
`;

export const RETRIES = yaml`
  name: Retries and routes
  tasks:
    - id: flaky
      type: basic
      use: core:http
      with: { url: /fail-twice, method: POST }
      retry: { attempts: 3, backoff: exponential, interval: 20ms, jitter: true }
      on_success: { next: broken }
    - id: broken
      type: basic
      use: core:raise
      with: { code: OWN_ERROR, message: On purpose }
      retry: { attempts: 2, backoff: linear, interval: 10ms }
      on_error: { routes: { OWN_ERROR: routed } }
    - { id: routed, type: basic, with: { why: "{{ error.code }}" }, on_success: { next: slow } }
    - { id: slow, type: basic, use: core:http, with: { url: /never }, config: { timeout: 30ms } }
`;

export const SIGNAL = yaml`
  name: Signals
  tasks:
    - id: approval
      type: wait
      config: { signal: approve, condition: "{{ signal.payload.ok }}", timeout: 1h, check_interval: 1m }
      on_success: { next: done }
    - { id: done, type: map, config: { mapping: "{{ tasks.approval.output.value }}" } }
`;

/** A wait whose signal must fit a schema. */
export const FORM = yaml`
  name: A form
  tasks:
    - id: approval
      type: wait
      config:
        signal: approve
        signal_schema: { type: object, required: [by], properties: { by: { type: string } } }
        timeout: 1h
        check_interval: 1m
      on_success: { next: done }
    - { id: done, type: map, config: { mapping: "{{ tasks.approval.output.value.by }}" } }
`;

export const MEMORY = yaml`
  name: An agent that remembers
  memory:
    id: chat
    vector: { use: "core:in-memory", dimensions: 64, config: {} }
    options: { workingMemory: { enabled: true } }
  agents:
    - id: host
      use: core:agent
      config:
        provider: mock
        model: small
        mock:
          latency: 20ms
          responses:
            - { tool_calls: [{ name: update_working_memory, input: { memory: "<user>" } }] }
            - { tool_calls: [{ name: update_working_memory, input: { memory: "<user><name>Ada</name></user>" } }] }
            - Hello Ada
            - Tea, as ever
  tasks:
    - { id: keep, type: basic, use: "core:memory", with: { op: append, content: Ada likes tea, thread_id: earlier }, on_success: { next: greet } }
    - { id: greet, type: basic, use: "agent:host", with: { prompt: I am Ada }, on_success: { next: ask } }
    - { id: ask, type: basic, use: "agent:host", with: { prompt: Which tea does Ada like }, on_success: { next: said } }
    - id: said
      type: map
      config:
        mapping:
          messages: "{{ memory.chat.current_thread.messages }}"
          last: "{{ len(memory.chat.last_messages) }}"
          found: "{{ memory.chat.semantic_search | map(x => x.content) }}"
          note: "{{ memory.chat.working_memory }}"
`;

/** What version 0.2 does otherwise: rounds, `operation_id` and `item` in a task's own `with`, a second unhandled error. */
export const ROUNDS = yaml`
  name: Rounds
  tasks:
    - id: count
      type: map
      with: { before: "{{ tasks.count.status }}", seen: "{{ tasks.count.output.n }}" }
      config: { mapping: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}", before: "{{ input.before }}", seen: "{{ input.seen }}" } }
      on_success: { next: enough }
    - id: enough
      type: decision
      config: { condition: "{{ tasks.count.output.n >= 3 || tasks.count.output.seen != null }}", routes: { "true": single, "false": count } }
    - { id: single, type: parallel, with: { op: "{{ operation_id }}" }, on_success: { next: outer } }
    - id: outer
      type: collection
      config: { items: [{ names: [ada] }, { names: [bob, cy] }], mode: sequential }
      tasks:
        - { id: inner, type: collection, config: { items: "{{ item.names }}" }, with: { name: "{{ toJson(item) }}", index: "{{ index }}" } }
      on_success: { next: failing }
    - { id: failing, type: basic, use: core:raise, with: { code: FIRST, message: On purpose }, on_complete: { next: [again, slow] } }
    - { id: again, type: basic, use: core:raise, with: { code: SECOND, message: On purpose }, on_complete: { next: last } }
    - { id: slow, type: wait, config: { timeout: 200ms, check_interval: 100ms }, on_success: { next: last } }
    - { id: last, type: basic, with: { at: "{{ tasks.slow.status }}" } }
`;

/** What version 0.3 does otherwise: `use: core:http` is the built-in itself, and no definition that uses it. */
export const CAPTURED = yaml`
  name: Captured
  tools:
    - id: crm
      use: core:http
      config: { base_url: /crm, headers: { x-from: crm } }
      schema: { input: {}, output: {} }
  tasks:
    - { id: ask, type: basic, use: core:http, with: { url: orders }, on_success: { next: last } }
    - { id: last, type: basic, with: { heard: "{{ tools.crm.output.status }}" } }
  outputs: { heard: "{{ tasks.last.output.heard }}" }
`;

/** What version 0.3 warns of: items and tasks that failed in a container that succeeds. */
export const FAILED_INSIDE = yaml`
  name: Failed inside
  tasks:
    - id: each
      type: collection
      config: { items: [1, 2, 3], continue_on_error: true }
      use: core:raise
      with: { code: "{{ item == 2 ? 'SECOND' : 'OTHER' }}", message: "Item {{ item }} is wrong" }
      on_success: { next: steps }
    - id: steps
      type: composite
      config: { error_handling: continue }
      tasks:
        - { id: bad, type: basic, use: core:raise, with: { code: BAD, message: On purpose } }
        - { id: good, type: basic, with: { failed: "{{ tasks.each.failed_count }}" } }
`;

/** A loop whose task reads its own output, which is null in the first round. */
export const FIRST_ROUND = yaml`
  name: First round
  tasks:
    - { id: count, type: map, config: { mapping: { n: "{{ tasks.count.output.n == null ? 1 : 2 }}" } }, on_success: { next: more } }
    - { id: more, type: decision, config: { condition: "tasks.count.output.n < 2", routes: { true: count, false: end } } }
`;

/** Calls that never come back before the run is interrupted: one is made again, one is given up on, one changes nothing. */
export const CUT_OFF = yaml`
  name: Cut off
  tools:
    - { id: api, use: core:http, config: { idempotency_key: false }, schema: { input: { type: object }, output: { type: object } } }
    - { id: keyed, use: core:http, config: { idempotency_key: true }, schema: { input: { type: object }, output: { type: object } } }
  tasks:
    - id: all
      type: parallel
      config: { fail_fast: false }
      tasks:
        - { id: again, type: basic, use: tool:api, with: { url: /cut/1, method: POST } }
        - { id: lost, type: basic, use: tool:api, with: { url: /cut/2, method: POST }, retry: { attempts: 2, backoff: fixed, interval: 1ms } }
        - { id: look, type: basic, use: core:http, with: { url: /cut/3 } }
        - { id: keyed, type: basic, use: tool:keyed, with: { url: /cut/4, method: POST } }
      on_error: { next: after }
    - { id: after, type: basic, with: { took: "{{ tasks.again.duration > 0 }}" } }
`;

/** A loop of requests that have consequences, one after the other, and of calls between them that one step of Restate records. */
export function ordersInTurn(url: string, count: number): string {
  return `
limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - id: order
    type: basic
    use: core:http
    with: { url: '${url}', method: POST, body: { round: 1 } }
    on_success: { next: hash }
  - { id: hash, type: basic, use: core:hash, with: { text: order }, on_success: { next: log } }
  - { id: log, type: basic, use: core:log, with: { message: '{{ tasks.hash.output.hex }}' }, on_success: { next: again } }
  - id: again
    type: decision
    config:
      condition: '{{ (tasks.again.output.value ?? 0) + 1 }}'
      routes: { '${count}': end }
      default: { next: order }
`;
}

/** As many, some of them side by side: more than the invocation of a run makes itself. */
export function ordersAtOnce(url: string, count: number): string {
  return `
tasks:
  - id: each
    type: collection
    config: { items: '{{ range(0, ${count}) }}', mode: parallel, max_concurrent: 20 }
    tasks:
      - { id: order, type: basic, use: core:http, with: { url: '${url}', method: POST, body: { item: '{{ item }}' } } }
`;
}

/**
 * A workflow of so many tasks as people write them: agents with output schemas, decisions with routes, retries, fan-outs
 * with children, templates that read earlier tasks. 1,000 tasks are about 370 KB, and have no errors.
 */
export function workflowText(tasks: number): string {
  const blocks: string[] = [];
  for (let index = 0; index < tasks; index += 1) blocks.push(taskText(index, tasks));
  return `${HEAD}${blocks.join('\n')}`;
}

const HEAD = `# Orders of the day: fetched, judged, enriched and filed.
id: orders-of-the-day
name: Orders of the day
schema:
  input:
    type: object
    properties:
      region: { type: string, default: north }
      limit: { type: integer, default: 100 }
agents:
  - id: clerk
    use: core:agent
    config: { provider: mock, model: small, temperature: 0.2 }
    actions:
      - id: judge
        instructions: "Judge the order of {{ input.customer }}."
        output:
          type: object
          properties:
            verdict: { type: string, enum: [accept, review, reject] }
            score: { type: number }
          required: [verdict, score]
tools:
  - id: stock
    use: core:http
    config: { base_url: "https://stock.example.com", timeout: 10s }
    schema: { input: { type: object }, output: { type: object } }
tasks:
`;

const KINDS = [stockTask, agentTask, decisionTask, mapTask] as const;

function taskText(index: number, tasks: number): string {
  const write = KINDS[index % KINDS.length] ?? stockTask;
  return write(index, index + 1 < tasks ? taskId(index + 1) : 'end');
}

function taskId(index: number): string {
  return `step_${String(index).padStart(4, '0')}`;
}

function stockTask(index: number, next: string): string {
  return `  - id: ${taskId(index)}
    name: Look up stock ${index}
    type: basic
    use: tool:stock
    with:
      method: GET
      url: "/items/{{ workflow.input.region }}/${index}"
      query: { limit: "{{ workflow.input.limit }}", detail: true }
    retry:
      attempts: 3
      backoff: exponential # the shop is slow at noon
      interval: 1s
      max_interval: 30s
    on_success:
      next: ${next}
`;
}

function agentTask(index: number, next: string): string {
  return `  - id: ${taskId(index)}
    name: Judge order ${index}
    type: basic
    use: agent:clerk
    action: judge
    config:
      timeout: 2m
    with:
      customer: "{{ tasks.${taskId(index - 1)}.output.body.customer ?? 'unknown' }}"
      note: |
        Orders above the limit go to a person.
        Say why in one sentence.
    on_success:
      next: ${next}
    on_error:
      next: end
`;
}

function decisionTask(index: number, next: string): string {
  return `  - id: ${taskId(index)}
    name: Which way for order ${index}
    type: decision
    config:
      condition: "{{ tasks.${taskId(index - 1)}.output.verdict }}"
      routes:
        accept: ${next}
        review:
          next: ${next}
          with: { reason: "Score {{ tasks.${taskId(index - 1)}.output.score | round(2) }}" }
      default:
        next: ${next}
`;
}

function mapTask(index: number, next: string): string {
  return `  - id: ${taskId(index)}
    name: File order ${index}
    type: map
    config:
      strict_mode: false
      mapping:
        id: "order-${index}"
        route: "{{ tasks.${taskId(index - 1)}.output.route }}"
        isLarge: "{{ workflow.input.limit > ${index % 50} && tasks.${taskId(index - 1)}.output.matched }}"
        reason: "{{ input.reason ?? 'none' }}"
        tags: [order, "{{ workflow.input.region }}", filed]
    on_success:
      next: ${next}
`;
}

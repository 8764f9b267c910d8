/** A loop of two steps a round, as often as its input `rounds` says; then `next`, which is `end` or the id of the task in `more`, a line of YAML. */
export function loopText(next: string, more = ''): string {
  return `limits: { per_task: 1000000, per_scope: 1000000 }
schema: { input: { type: object } }
tasks:
  - { id: count, type: basic, with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }, on_success: { next: again } }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < workflow.input.rounds }}", routes: { true: count }, default: { next: ${next} } }
${more}`;
}

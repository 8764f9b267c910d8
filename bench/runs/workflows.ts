import type { JsonObject } from '../../engine/base/index.ts';
import { analyze, effectiveWorkflow } from '../../engine/graph/index.ts';
import type { Workflow } from '../../engine/model/index.ts';

/** A workflow to measure, and what a run of it is given. */
export interface Load {
  readonly workflow: Workflow;
  readonly input: JsonObject;
  /** Activations of tasks in one run. */
  readonly steps: number;
}

/** Tasks one after the other, each adding one to what the one before it gave. */
export function chain(count: number): Load {
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    type: 'basic',
    with: { n: index === 0 ? '{{ workflow.input.from }}' : `{{ tasks.t${index - 1}.output.n + 1 }}` },
    ...(index + 1 < count ? { on_success: { next: `t${index + 1}` } } : {}),
  }));
  return { workflow: read({ tasks }), input: { from: 0 }, steps: count };
}

/** One task that leads to many, and one that waits for all of them. */
export function fanOut(count: number): Load {
  const ids = Array.from({ length: count }, (_, index) => `t${index}`);
  const branches = ids.map((id, index) => ({
    id,
    type: 'basic',
    with: { n: `{{ tasks.start.output.n + ${index} }}` },
    on_success: { next: 'join' },
  }));
  const tasks = [
    { id: 'start', type: 'basic', with: { n: '{{ workflow.input.from }}' }, on_success: { next: ids } },
    ...branches,
    { id: 'join', type: 'basic', join: 'all', with: { n: `{{ tasks.t${count - 1}.output.n }}` } },
  ];
  return { workflow: read({ tasks }), input: { from: 0 }, steps: count + 2 };
}

/** A counter and a decision that leads back to it, so many times. */
export function loop(rounds: number): Load {
  const tasks = [
    {
      id: 'count',
      type: 'basic',
      with: { n: '{{ (tasks.count.output.n ?? 0) + 1 }}' },
      on_success: { next: 'again' },
    },
    {
      id: 'again',
      type: 'decision',
      config: {
        condition: '{{ tasks.count.output.n < workflow.input.rounds }}',
        routes: { true: 'count' },
        default: { next: 'end' },
      },
    },
  ];
  const limits = { per_task: 1_000_000, per_scope: 1_000_000 };
  return { workflow: read({ limits, tasks }), input: { rounds }, steps: rounds * 2 };
}

/** A list processed in batches of 100, its body one task; with the events of each item and of each batch. */
export function collection(count: number): Load {
  const tasks = [
    {
      id: 'each',
      type: 'collection',
      config: { items: '{{ workflow.input.items }}', batch_size: 100 },
      on_item_success: {},
      on_batch_complete: {},
      tasks: [{ id: 'double', type: 'basic', with: { n: '{{ item.n * 2 }}' } }],
    },
  ];
  const items = Array.from({ length: count }, (_, n) => ({ n }));
  return { workflow: read({ tasks }), input: { items }, steps: count + 1 };
}

/** JSON is YAML. */
function read(document: JsonObject): Workflow {
  return effectiveWorkflow(analyze('bench.yaml', JSON.stringify(document)));
}

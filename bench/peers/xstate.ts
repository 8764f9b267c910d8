import { assign, createActor, createMachine, fromPromise, type InspectionEvent, toPromise } from 'xstate';
import { EventSink } from '../runs/EventSink.ts';
import type { Peer } from '../runs/Peer.ts';

/**
 * One state a task, which invokes it and continues when it is done: what its examples of workflows do. The inspector is the
 * journal of events.
 */
export const xstate: Peer = {
  name: 'xstate 5.33.3',
  chain: (steps) => {
    const states = Object.fromEntries([
      ...Array.from({ length: steps }, (_, index) => [
        `t${index}`,
        task(`t${index}`, index + 1 < steps ? `t${index + 1}` : 'done'),
      ]),
      ['done', { type: 'final' }],
    ]);
    return run({ initial: 't0', states });
  },
  // Parallel regions take time that grows with the square of their number: 1,000 of them did not end within a minute.
  fanOut: null,
  loop: (rounds) => run({ initial: 'count', states: { count: task('count', 'again'), ...decision(rounds) } }),
  // A machine has no construct that goes through a list.
  collection: null,
};

/** The same by transitions alone, which only assign to the context: no task ever starts or ends, and no event reports it. */
export const transitions: Peer = {
  name: 'xstate 5.33.3, transitions without tasks',
  chain: (steps) => {
    const states = Object.fromEntries([
      ...Array.from({ length: steps }, (_, index) => [
        `t${index}`,
        { always: { target: index + 1 < steps ? `t${index + 1}` : 'done', actions: keep(`t${index}`) } },
      ]),
      ['done', { type: 'final' }],
    ]);
    return run({ initial: 't0', states });
  },
  fanOut: null,
  loop: (rounds) =>
    run({
      initial: 'count',
      states: { count: { always: { target: 'again', actions: keep('count') } }, ...decision(rounds) },
    }),
  collection: null,
};

interface Context {
  readonly n: number;
  readonly outputs: Readonly<Record<string, number | string>>;
}

const add = fromPromise<number, { readonly n: number }>(async ({ input }) => input.n + 1);

function task(id: string, target: string): unknown {
  return {
    invoke: {
      src: add,
      input: ({ context }: { context: Context }) => ({ n: context.n }),
      onDone: {
        target,
        actions: assign(({ event }: { event: { output: number } }) => ({
          n: event.output,
          outputs: { last: id, n: event.output },
        })),
      },
    },
  };
}

function decision(rounds: number): Record<string, unknown> {
  const hasMore = ({ context }: { context: Context }): boolean => context.n < rounds;
  return { again: { always: [{ target: 'count', guard: hasMore }, { target: 'done' }] }, done: { type: 'final' } };
}

function keep(id: string): unknown {
  return assign(({ context }) => ({ n: context.n + 1, outputs: { last: id, n: context.n + 1 } }));
}

function run(config: Record<string, unknown>): () => Promise<unknown> {
  const machine = createMachine({ context: { n: 0, outputs: {} }, ...config });
  return async () => {
    const events = new EventSink();
    const note = (event: InspectionEvent): void => {
      if (event.type === '@xstate.microstep' || event.type === '@xstate.event')
        events.push({ seq: events.length, at: Date.now(), type: event.type, event: event.event });
    };
    const actor = createActor(machine, { inspect: note });
    actor.start();
    await toPromise(actor);
    if (actor.getSnapshot().status !== 'done') throw new Error('The machine did not end.');
    return { events, output: actor.getSnapshot().context };
  };
}

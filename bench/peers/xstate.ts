import { assign, createActor, createMachine, type InspectionEvent } from 'xstate';
import type { Peer } from '../runs/Peer.ts';

/** One state a step, gone through by transitions that assign to the context; the inspector is the journal of events. */
export const xstate: Peer = {
  name: 'xstate 5.33.3',
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
  // Parallel regions take time that grows with the square of their number: 1,000 of them did not end within a minute.
  fanOut: null,
  loop: (rounds) =>
    run({
      initial: 'count',
      states: {
        count: { always: { target: 'again', actions: keep('count') } },
        again: {
          always: [
            { target: 'count', guard: ({ context }: { context: Context }) => context.n < rounds },
            { target: 'done' },
          ],
        },
        done: { type: 'final' },
      },
    }),
  // A machine has no construct that goes through a list.
  collection: null,
};

interface Context {
  readonly n: number;
  readonly outputs: Readonly<Record<string, number>>;
}

function keep(id: string): unknown {
  return assign(({ context }) => ({ n: context.n + 1, outputs: { last: id, n: context.n + 1 } }));
}

function run(config: Record<string, unknown>): () => unknown {
  const machine = createMachine({ context: { n: 0, outputs: {} }, ...config });
  return () => {
    const events: unknown[] = [];
    const note = (event: InspectionEvent): void => {
      if (event.type === '@xstate.microstep' || event.type === '@xstate.event')
        events.push({ seq: events.length, at: Date.now(), type: event.type, event: event.event });
    };
    const actor = createActor(machine, { inspect: note });
    actor.start();
    if (actor.getSnapshot().status !== 'done') throw new Error('The machine did not end.');
    return { events, output: actor.getSnapshot().context };
  };
}

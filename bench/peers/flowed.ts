import { FlowManager, type FlowSpec } from 'flowed';
import type { Peer } from '../runs/Peer.ts';

type Values = Readonly<Record<string, number>>;

/** Tasks that require and provide values; its own logger is the journal of events. Values in, values out, all kept. */
export const flowed: Peer = {
  name: 'flowed 1.14.7',
  chain: (steps) => {
    const tasks = Object.fromEntries(
      Array.from({ length: steps }, (_, index) => [
        `t${index}`,
        {
          requires: [index === 0 ? 'from' : `v${index - 1}`],
          provides: [`v${index}`],
          resolver: {
            name: 'add',
            params: { n: index === 0 ? 'from' : `v${index - 1}` },
            results: { n: `v${index}` },
          },
        },
      ]),
    );
    return run({ tasks }, { from: 0 }, [`v${steps - 1}`]);
  },
  fanOut: (branches) => {
    const ids = Array.from({ length: branches }, (_, index) => index);
    const tasks = Object.fromEntries([
      [
        'start',
        { requires: ['from'], provides: ['n'], resolver: { name: 'add', params: { n: 'from' }, results: { n: 'n' } } },
      ],
      ...ids.map((index) => [
        `t${index}`,
        {
          requires: ['n'],
          provides: [`v${index}`],
          resolver: { name: 'add', params: { n: 'n' }, results: { n: `v${index}` } },
        },
      ]),
      [
        'join',
        {
          requires: ids.map((index) => `v${index}`),
          provides: ['last'],
          resolver: { name: 'add', params: { n: `v${branches - 1}` }, results: { n: 'last' } },
        },
      ],
    ]);
    return run({ tasks }, { from: 0 }, ['last']);
  },
  // A task of a cycle in Flowed never ends by a condition: only its Stop resolver ends the whole flow.
  loop: null,
  collection: (items) => {
    const spec = {
      tasks: {
        each: {
          requires: ['items'],
          provides: ['outputs'],
          resolver: {
            name: 'flowed::ArrayMap',
            params: {
              params: 'items',
              resolver: { value: 'double' },
              spec: {
                value: {
                  requires: ['n'],
                  provides: ['n'],
                  resolver: { name: 'double', params: { n: 'n' }, results: { n: 'n' } },
                },
              },
              parallel: { value: true },
            },
            results: { results: 'outputs' },
          },
        },
      },
    };
    const list = Array.from({ length: items }, (_, n) => ({ n }));
    return run(spec, { items: list }, ['outputs']);
  },
};

function run(spec: FlowSpec, values: Record<string, unknown>, expected: string[]): () => unknown {
  return async () => {
    const events: unknown[] = [];
    FlowManager.installLogger({ log: (entry) => events.push({ seq: events.length, ...entry }) });
    const inputs = [values];
    const output = await FlowManager.run(spec, values, expected, {
      add: ({ n }: Values) => ({ n: (n ?? 0) + 1 }),
      double: ({ n }: Values) => ({ n: (n ?? 0) * 2 }),
    });
    return { inputs, events, output };
  };
}

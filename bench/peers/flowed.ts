import { FlowManager, type FlowSpec } from 'flowed';
import { EventSink } from '../runs/EventSink.ts';
import type { Peer } from '../runs/Peer.ts';

type Values = Readonly<Record<string, number>>;

/** The flow of one item: a task in a separate flow, since a resolver that is mapped over a list emits no event per item. */
const ITEM: FlowSpec = {
  tasks: {
    double: {
      requires: ['n'],
      provides: ['out'],
      resolver: { name: 'double', params: { n: 'n' }, results: { out: 'out' } },
    },
  },
};

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
    const list = Array.from({ length: items }, (_, n) => ({ item: { n } }));
    const params = {
      flowSpec: { value: ITEM },
      flowParams: 'item',
      flowExpectedResults: { value: ['out'] },
    };
    const task = { requires: ['item'], provides: ['out'] };
    const resolver = { name: 'flowed::SubFlow', params, results: { flowResult: 'out' } };
    return run(mapOver({ ...task, resolver }), { items: list }, ['outputs']);
  },
};

/** The collection by a resolver alone, mapped over the list: its journal has six entries, none of them about an item. */
export const flowedMapped: Peer = {
  name: 'flowed 1.14.7, no task for an item',
  chain: null,
  fanOut: null,
  loop: null,
  collection: (items) => {
    const list = Array.from({ length: items }, (_, n) => ({ n }));
    const resolver = { name: 'double', params: { n: 'n' }, results: { out: 'out' } };
    return run(mapOver({ requires: ['n'], provides: ['out'], resolver }), { items: list }, ['outputs']);
  },
};

/** What is done for each of `items`. */
interface MappedTask {
  readonly requires: string[];
  readonly provides: string[];
  readonly resolver: { readonly name: string };
}

/** A task that is done for each of `items`. */
function mapOver(task: MappedTask): FlowSpec {
  const params = {
    params: 'items',
    resolver: { value: task.resolver.name },
    spec: { value: task },
    parallel: { value: true },
  };
  const resolver = { name: 'flowed::ArrayMap', params, results: { results: 'outputs' } };
  return { tasks: { each: { requires: ['items'], provides: ['outputs'], resolver } } };
}

function run(spec: FlowSpec, values: Record<string, unknown>, expected: string[]): () => unknown {
  return async () => {
    const events = new EventSink();
    FlowManager.installLogger({ log: (entry) => events.push({ seq: events.length, ...entry }) });
    const inputs = [values];
    const output = await FlowManager.run(spec, values, expected, {
      add: ({ n }: Values) => ({ n: (n ?? 0) + 1 }),
      double: ({ n }: Values) => ({ out: (n ?? 0) * 2 }),
    });
    return { inputs, events, output };
  };
}

/** Of what nodes give and get. */
export type Items = readonly { readonly json: unknown }[];

/** What a node may ask while it executes; `n` is its one parameter. */
interface Context {
  getInputData(): Items;
  getNodeParameter(name: 'n', item: number): unknown;
  getContext(scope: 'node'): { left?: Items; done?: Items };
}

const EXECUTE = {
  set: (context: Context): Items[] => [context.getInputData().map((_, index) => setItem(context, index))],
  join: (context: Context): Items[] => [[setItem(context, 0)]],
  if: (context: Context): Items[] => {
    const items = context.getInputData();
    const isTrue = items.map((_, index) => context.getNodeParameter('n', index) === true);
    return [items.filter((_, index) => isTrue[index]), items.filter((_, index) => !isTrue[index])];
  },
  // As its own node for batches: what comes back is kept, and leaves by the first output when nothing is left.
  loop: (context: Context): Items[] => {
    const size = Number(context.getNodeParameter('n', 0));
    const state = context.getContext('node');
    const items = context.getInputData();
    const left = state.left ?? items;
    state.done = state.left === undefined ? [] : [...(state.done ?? []), ...items];
    state.left = left.slice(size);
    return left.length === 0 ? [state.done, []] : [[], left.slice(0, size)];
  },
};

/** Sets a value, waits for all of its inputs, decides, goes through a list in batches. */
export type Kind = keyof typeof EXECUTE;

function setItem(context: Context, item: number): Items[number] {
  const json = { n: context.getNodeParameter('n', item) };
  return Object.assign({ json }, { pairedItem: { item } });
}

/** A type of node for n8n: its own come with the server. A join has so many inputs. */
export function nodeType(kind: Kind, inputs: number): unknown {
  const count = kind === 'join' ? inputs : 1;
  return {
    description: {
      name: kind,
      displayName: kind,
      description: '',
      version: 1,
      group: ['transform'],
      defaults: { name: kind },
      inputs: mains(count),
      requiredInputs: count,
      outputs: mains(kind === 'if' || kind === 'loop' ? 2 : 1),
      properties: [{ displayName: 'n', name: 'n', type: 'number', default: 0 }],
    },
    async execute(this: Context) {
      return EXECUTE[kind](this);
    },
  };
}

function mains(count: number): string[] {
  return Array.from({ length: count }, () => 'main');
}

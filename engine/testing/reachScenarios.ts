import * as fc from 'fast-check';
import type { Json } from '../base/index.ts';

/** A workflow that calls addresses, and what it runs with. */
export interface ReachScenario {
  readonly text: string;
  readonly files: ReadonlyMap<string, string>;
  readonly input: Json;
  readonly variables: Readonly<Record<string, string>>;
  /** Where relative addresses start. */
  readonly baseUrl: string;
  /** Which ways it goes, for what a failure says. */
  readonly ways: readonly string[];
}

const SCHEMA = { input: {}, output: {} };

/** What addresses are computed from. */
const VARIABLES = {
  URL: 'https://reached.example/v',
  HOST: 'reached.example',
  REST: '//reached.example/v',
  SLASHED: '/reached.example/v',
  SUFFIX: '.reached.example/v',
  AT: '@reached.example/v',
  PATH: 'v/1',
} as const;

/** Addresses as a stranger may write them: some lead to `reached.example`, some to the site, some nowhere. */
const ADDRESSES = [
  'https://reached.example/x',
  ' https://reached.example/x',
  '\thttps://reached.example/x',
  '\u00a0https://reached.example/x',
  'HTTPS://REACHED.example:443/x',
  'http://reached.example:8080/x',
  'https:/reached.example/x',
  'https:reached.example/x',
  'http:reached.example/x',
  'https:\\\\reached.example\\x',
  'ht\ntps://rea\nched.example/x',
  '//reached.example/x',
  '\\\\reached.example\\x',
  '/\\reached.example/x',
  '/\t/reached.example/x',
  'https://rеached.example/x',
  'https://reached%2Eexample/x',
  'http://2130706433/x',
  'http://[::1]/x',
  'x/y',
  '/x',
  'https:',
  'https://',
  'https://reached.example\\{{.other.example/',
  '{{ env.URL }}',
  '{{ env.HOST }}',
  '{{ "https://" + env.HOST }}',
  'https://{{ env.HOST }}/x',
  'https://reached{{ ".example" }}/x',
  'https:{{ env.REST }}',
  'https:/{{ env.SLASHED }}',
  '/{{ env.SLASHED }}',
  '{{ env.REST }}',
  'https://good{{ env.SUFFIX }}',
  'https://good.example{{ env.AT }}',
  'https://reached.example/{{ env.AT }}',
  'https://reached.example?q={{ env.URL }}',
  '/a{{ env.SLASHED }}',
  './{{ env.SLASHED }}',
  '?{{ env.URL }}',
  '{{ workflow.input.url }}',
  '{{ toJson(env) | fromJson }}',
  '{{ env[workflow.input.name] }}',
] as const;

const BASES = [
  undefined,
  'https://good.example/v1',
  'https://good.example/',
  'https:',
  'https://',
  '/',
  '\\\\',
  '/api',
  'https://good.example?x=',
  '{{ env.URL }}',
  '{{ env.REST }}',
  'https://{{ env.HOST }}',
  'https://reached.example/{{ env.PATH }}',
] as const;

/** How a task names the built-in that calls. */
const USES = [
  'core:http',
  'core:http@1',
  { repo: 'core', package: 'http' },
  { repo: 'core', package: 'http', version: '2' },
  'core:html',
  'tool:t',
  'acme:fetch',
  'core/http',
] as const;

/** How an address gets to the task that calls it. */
const FLOWS = [
  'own',
  'handler',
  'handler over own',
  'default of the input',
  'run input',
  'item',
  'route',
  'default route',
  'error route',
  'mapped',
  'complete',
] as const;

const DOORS = [
  'task',
  'task',
  'task',
  'task',
  'agent tool',
  'model',
  'storage',
  'vector',
  'embedder',
  'nested',
] as const;

const choices = fc.record({
  door: fc.constantFrom(...DOORS),
  flow: fc.constantFrom(...FLOWS),
  use: fc.constantFrom(...USES),
  address: fc.constantFrom(...ADDRESSES),
  decoy: fc.constantFrom(...ADDRESSES),
  base: fc.constantFrom(...BASES),
  isBaseDefault: fc.boolean(),
  isImported: fc.boolean(),
  isSecure: fc.boolean(),
});

type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

/** Workflows that call an address in one of many ways. */
export const reachScenarios: fc.Arbitrary<ReachScenario> = choices.map((given) => {
  const { door, flow, use, address, base, isSecure } = given;
  const files = new Map<string, string>();
  const document = DOCUMENTS[door](given, files);
  return {
    text: JSON.stringify(document),
    files,
    input: { url: 'https://reached.example/input', name: 'URL', items: [{ url: address }] },
    variables: VARIABLES,
    baseUrl: `${isSecure ? 'https' : 'http'}://site.example/app/`,
    ways: [door, flow, JSON.stringify(use), address, String(base)],
  };
});

type Documents = Readonly<Record<Choices['door'], (given: Choices, files: Map<string, string>) => object>>;

const DOCUMENTS: Documents = {
  task: (given, files) => ({ tools: toolsOf(given, files), tasks: tasksOf(given) }),
  'agent tool': (given, files) => {
    const { address, use, isImported } = given;
    const calls = { tool_calls: [{ name: 't', input: { url: address } }] };
    const own = {
      id: 't',
      use: typeof use === 'string' && /^(tool|acme)/.test(use) ? 'core:http' : use,
      schema: SCHEMA,
    };
    const action = {
      id: 'go',
      instructions: 'Go',
      output: { type: 'object' },
      config: { mock: { latency: '0ms', responses: [calls, {}] } },
    };
    const agent = {
      id: 'x',
      use: 'core:agent',
      config: { provider: 'mock', model: 'm' },
      tools: [isImported ? { id: 't' } : own],
      actions: [action],
    };
    return { tools: toolsOf(given, files), agents: [agent], tasks: [{ id: 'a', type: 'basic', use: 'agent:x' }] };
  },
  model: ({ address, isBaseDefault }) => {
    const config = { provider: 'openai-compatible', model: 'm', url: address };
    const action = { id: 'go', instructions: 'Go', output: { type: 'object' } };
    const agent = isBaseDefault
      ? { id: 'x', use: 'core:agent', config, actions: [action] }
      : { id: 'x', use: 'core:agent', actions: [{ ...action, config }] };
    return { agents: [agent], tasks: [{ id: 'a', type: 'basic', use: 'agent:x', with: { prompt: 'Hi' } }] };
  },
  storage: ({ address, isImported }) =>
    withMemory({ storage: { use: reference('upstash', 'redis', isImported), config: { url: address, token: 't' } } }),
  vector: ({ address, isImported }) =>
    withMemory({ vector: { use: reference('chroma', 'http', isImported), dimensions: 8, config: { url: address } } }),
  embedder: ({ address }) =>
    withMemory({ embedder: { use: 'openai-compatible', config: { url: address, model: 'm', apiKey: 'k' } } }),
  nested: ({ address }, files) => {
    files.set(
      'inner.yaml',
      JSON.stringify({ tasks: [{ id: 'b', type: 'basic', use: 'core:http', with: { url: address } }] }),
    );
    return { tasks: [{ id: 'a', type: 'basic', use: 'core:workflow', with: { file: 'inner.yaml' } }] };
  },
};

function reference(repo: string, name: string, isObject: boolean): Json {
  return isObject ? { repo, package: name } : `${repo}:${name}`;
}

function withMemory(part: object): object {
  const memory = { id: 'm', vector: { use: 'core:in-memory', dimensions: 8, config: {} }, ...part };
  const use = 'core:memory';
  const append = { id: 'a', type: 'basic', use, with: { op: 'append', content: 'Hi' }, on_error: { next: 's' } };
  const search = { id: 's', type: 'basic', use, with: { op: 'search', query: 'Hi' } };
  return { memory, tasks: [{ ...append, on_success: { next: 's' } }, search] };
}

function toolsOf({ base, isBaseDefault, isImported }: Choices, files: Map<string, string>): readonly object[] {
  const config = base === undefined || isBaseDefault ? {} : { base_url: base };
  const schema =
    base === undefined || !isBaseDefault
      ? SCHEMA
      : { ...SCHEMA, config: { properties: { base_url: { type: 'string', default: base } } } };
  const definition = { use: 'core:http', config, schema };
  files.set('packages/acme/fetch.yaml', JSON.stringify({ ...definition, id: 'fetch' }));
  if (!isImported) return [{ id: 't', ...definition }];
  files.set('lib/t.yaml', JSON.stringify(definition));
  return [{ id: 't', import: './lib/t.yaml' }];
}

/** The call as task `a`, and what is before it. */
function tasksOf({ flow, use, address, decoy }: Choices): readonly object[] {
  const url = { url: address };
  const call = { id: 'a', type: 'basic', use };
  const next = { next: 'a', with: url };
  const first = { id: 'first', type: 'basic', use: 'core:log' };
  switch (flow) {
    case 'own':
      return [{ ...call, with: url }];
    case 'handler':
      return [{ ...first, on_success: next }, call];
    case 'handler over own':
      return [
        { ...first, on_success: next },
        { ...call, with: { url: decoy } },
      ];
    case 'complete':
      return [
        { ...first, on_complete: next },
        { ...call, with: { url: decoy } },
      ];
    case 'default of the input':
      return [{ ...call, schema: { input: { properties: { url: { type: 'string', default: address } } } } }];
    case 'run input':
      return [call];
    case 'item':
      return [{ ...call, type: 'collection', config: { items: [url] } }];
    case 'route':
      return [{ id: 'd', type: 'decision', config: { condition: true, routes: { true: next } } }, call];
    case 'default route':
      return [{ id: 'd', type: 'decision', config: { condition: 1, routes: { x: 'd' }, default: next } }, call];
    case 'error route':
      return [{ id: 'r', type: 'basic', use: 'core:raise', on_error: { routes: { default: next } } }, call];
    case 'mapped':
      return [
        { id: 'm', type: 'map', config: { mapping: url }, on_success: { next: 'a' } },
        { ...call, with: { url: '{{ tasks.m.output.url }}' } },
      ];
  }
}

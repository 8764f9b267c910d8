import { describe, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { analyze } from './analyze.ts';
import { listReach } from './listReach.ts';
import type { ParseOrigin } from './reachOfAddress.ts';

const parse: ParseOrigin = (address, base) => {
  if (!URL.canParse(address, base)) return null;
  const { protocol, origin } = new URL(address, base);
  return protocol === 'http:' || protocol === 'https:' ? origin : null;
};

function reachOf(text: string, files: Readonly<Record<string, string>> = {}) {
  return listReach(analyze('test.yaml', text, undefined, new Map(Object.entries(files))), parse);
}

/** A task that calls an address; the whole file is JSON, which is YAML too. */
function calls(url: string, more: object = {}): string {
  return JSON.stringify({ tasks: [{ id: 'a', type: 'basic', use: 'core:http', with: { url }, ...more }] });
}

const NOTHING = {
  origins: [],
  isSite: false,
  isAnywhere: false,
  services: [],
  variables: [],
  readsAllVariables: false,
  tools: [],
};

test('a package with a version in its name is the built-in that runs', () => {
  const [script, call] = ['javascript@1', 'http@1'].map((name) =>
    reachOf(JSON.stringify({ tasks: [{ id: 'a', type: 'basic', use: { repo: 'core', package: name } }] })),
  );
  expect(script).toEqual({ ...NOTHING, tools: ['core:javascript'] });
  expect(call).toEqual({ ...NOTHING, isAnywhere: true });
});

test('names origins, services, variables and tools wherever they are', () => {
  const text = yaml`
    memory:
      id: main
      storage: {use: "upstash:redis", config: {url: "https://db.upstash.io", token: "{{ env.REDIS_TOKEN }}"}}
      vector: {use: "core:in-memory", dimensions: 8, config: {}}
    agents:
      - id: helper
        use: core:agent
        config: {provider: anthropic, model: m, api_key: "{{ env.ANTHROPIC_KEY }}"}
        tools: [{id: sh, use: "core:javascript", schema: {input: {}, output: {}}}]
        actions: [{id: go, instructions: "Hi {{ env.NAME }}", output: {}}]
    tools:
      - {id: crm, use: "core:http", config: {base_url: "https://CRM.example/v1"}, schema: {input: {}, output: {}}}
    tasks:
      - id: outer
        type: composite
        tasks:
          - {id: a, type: basic, use: "core:http", with: {url: "https://api.example/{{ input.id }}"}}
      - {id: b, type: basic, use: "mcp:files/read"}
      - {id: c, type: basic, use: "core:file", on_success: {next: a, with: {url: "http://127.0.0.1:9/x"}}}
  `;
  expect(reachOf(text)).toEqual({
    ...NOTHING,
    origins: ['http://127.0.0.1:9', 'https://api.example', 'https://crm.example', 'https://db.upstash.io'],
    services: ['MCP server files', 'anthropic', 'upstash:redis'],
    variables: ['ANTHROPIC_KEY', 'NAME', 'REDIS_TOKEN'],
    tools: ['core:file', 'core:javascript'],
  });
});

test('a text that is no workflow reaches nothing', () => {
  expect(reachOf('- 1\n- 2\n')).toEqual(NOTHING);
});

describe('an address that is written', () => {
  test.each([
    ['//evil.example/x', ['http://evil.example', 'https://evil.example']],
    [' https://evil.example/x', ['https://evil.example']],
    ['\\\\evil.example\\x', ['http://evil.example', 'https://evil.example']],
    ['ht\ntps://evil.example', ['https://evil.example']],
    ['HTTPS://EVIL.example:443', ['https://evil.example']],
    ['https:/evil.example', ['https://evil.example']],
    ['https://еvil.example', ['https://xn--vil-qdd.example']],
    ['http://2130706433/', ['http://127.0.0.1']],
    ['https://api.example/{{ env.X }}', ['https://api.example']],
    ['https://api.example?q={{ env.X }}', ['https://api.example']],
    ['https://api.example\\{{/', ['https://api.example{{']],
    ['ftp://evil.example', []],
  ])('%j is named as the parser of URLs reads it', (url, origins) => {
    expect(reachOf(calls(url))).toMatchObject({ isAnywhere: false, origins });
  });

  test.each(['/data.json', 'data.json', './a/{{ input.id }}', '/a{{ env.X }}', '?q={{ env.X }}'])(
    '%j leads to the site of the page',
    (url) => {
      expect(reachOf(calls(url))).toMatchObject({ isAnywhere: false, isSite: true, origins: [] });
    },
  );

  test.each([
    '{{ env.BASE }}/items',
    'https://{{ input.host }}/items',
    'https://api.{{ input.region }}.example/items',
    'https://api.example{{ env.REST }}',
    'https://api.example@{{ env.REST }}/',
    'https:{{ env.REST }}',
    '/{{ env.REST }}',
    '{{ "https://evil.example" }}',
    '{{ toJson(',
  ])('%j is computed while it runs', (url) => {
    expect(reachOf(calls(url))).toMatchObject({ isAnywhere: true, origins: [] });
  });
});

describe('a call whose address is not its own', () => {
  test.each([
    ['nothing is written', { with: {} }],
    ['all of its input is computed', { with: '{{ workflow.input }}' }],
  ])('%s', (_, more) => {
    expect(reachOf(calls('', more)).isAnywhere).toBe(true);
  });

  test('a default of a schema is named', () => {
    const schema = { input: { properties: { url: { default: 'https://evil.example/x' } } } };
    expect(reachOf(calls('', { with: {}, schema }))).toMatchObject({
      isAnywhere: true,
      origins: ['https://evil.example'],
    });
  });

  test.each([
    ['a handler', { on_success: { next: 'a', with: { url: '{{ output.url }}' } } }],
    ['a route of an error', { on_error: { routes: { default: { next: 'a', with: { url: '{{ error.url }}' } } } } }],
    ['all that a handler passes', { on_success: { next: 'a', with: '{{ output }}' } }],
    ['a route', { type: 'decision', config: { routes: { x: { next: 'a', with: { url: '{{ env.X }}' } } } } }],
    [
      'the default of a decision',
      { type: 'decision', config: { default: { next: 'a', with: { url: '{{ env.X }}' } } } },
    ],
  ])('%s may pass another', (_, before) => {
    const first = { id: 'first', type: 'basic', use: 'core:log', ...before };
    const call = { id: 'a', type: 'basic', use: 'core:http', with: { url: 'https://api.example' } };
    expect(reachOf(JSON.stringify({ tasks: [first, call] })).isAnywhere).toBe(true);
  });
});

describe('what a task uses', () => {
  test.each([
    ['core:http'],
    ['core:http@1'],
    ['core/http'],
    [{ repo: 'core', package: 'http' }],
    [{ repo: 'core', package: 'http', version: '1' }],
    ['core:html'],
    ['core:workflow'],
    ['tool:t'],
  ])('%j reaches anywhere where its address is computed', (use) => {
    const tools = [{ id: 't', use: { repo: 'core', package: 'http' }, schema: {} }];
    const text = JSON.stringify({ tools, tasks: [{ id: 'a', type: 'basic', use, with: { url: '{{ env.X }}' } }] });
    expect(reachOf(text).isAnywhere).toBe(true);
  });

  test('a page that is given is not fetched', () => {
    const text = 'tasks: [{id: a, type: basic, use: "core:html", with: {html: "{{ env.X }}"}}]';
    expect(reachOf(text).isAnywhere).toBe(false);
  });

  test.each([
    ['https://api.example/v1', '/users/{{ env.X }}', { origins: ['https://api.example'], isAnywhere: false }],
    ['https://api.example/v1', '{{ env.X }}', { isAnywhere: true }],
    ['https://api.example/v1', '//evil.example', { isAnywhere: false }],
    ['https://api.example/v1', 'https://evil.example', { origins: ['https://api.example', 'https://evil.example'] }],
    ['https:', 'evil.example/x', { origins: ['https://evil.example'] }],
    ['{{ env.BASE }}', '/users', { isAnywhere: true }],
    ['https://{{ env.BASE }}', '/users', { isAnywhere: true }],
    ['/api', 'users/{{ env.X }}', { isSite: true, isAnywhere: false }],
  ])('a tool with the base %j and the address %j', (base_url, url, reach) => {
    const tools = [{ id: 't', use: 'core:http', config: { base_url }, schema: {} }];
    const tasks = [{ id: 'a', type: 'basic', use: 'tool:t', with: { url } }];
    expect(reachOf(JSON.stringify({ tools, tasks }))).toMatchObject(reach);
  });

  test('a base that a schema fills in may be any', () => {
    const schema = { config: { properties: { base_url: { default: 'https://evil.example' } } } };
    const tools = [{ id: 't', use: 'core:http', schema }];
    const tasks = [{ id: 'a', type: 'basic', use: 'tool:t', with: { url: '/users' } }];
    expect(reachOf(JSON.stringify({ tools, tasks }))).toMatchObject({
      isAnywhere: true,
      origins: ['https://evil.example'],
    });
  });
});

describe('an agent', () => {
  test.each([
    ['a tool of its own', [{ id: 'web', use: 'core:http', schema: {} }]],
    ['a tool with a version', [{ id: 'web', use: 'core:http@1', schema: {} }]],
    ['a tool in object form', [{ id: 'web', use: { repo: 'core', package: 'html' }, schema: {} }]],
    ['a tool of the workflow', [{ id: 'shared', config: { headers: {} } }]],
    ['another workflow', [{ id: 'flow', use: 'core:workflow', schema: {} }]],
  ])('with %s calls what its model names', (_, tools) => {
    const agents = [{ id: 'x', use: 'core:agent', config: { provider: 'mock', model: 'm' }, tools, actions: [] }];
    const shared = { id: 'shared', use: 'core:http', config: { base_url: 'https://api.example' }, schema: {} };
    expect(reachOf(JSON.stringify({ agents, tools: [shared] })).isAnywhere).toBe(true);
  });

  test.each([
    [{ provider: 'openai-compatible', url: 'https://llm.example' }, { origins: ['https://llm.example'] }],
    [{ provider: 'openai', url: '{{ env.X }}' }, { isAnywhere: true }],
    [{ provider: '{{ env.X }}' }, { isAnywhere: true }],
    [{ provider: 'openai' }, { services: ['openai'], isAnywhere: false }],
    [{ provider: 'mock' }, { services: [], isAnywhere: false }],
  ])('with the config %j', (config, reach) => {
    const plain = { id: 'x', use: 'core:agent', config, actions: [] };
    const action = { id: 'x', use: 'core:agent', actions: [{ id: 'go', instructions: '', output: {}, config }] };
    expect(reachOf(JSON.stringify({ agents: [plain] }))).toMatchObject(reach);
    expect(reachOf(JSON.stringify({ agents: [action] }))).toMatchObject(reach);
  });
});

test('an agent of the mock provider is any other where its action sets another provider', () => {
  const action = { id: 'go', instructions: '', output: {}, config: { provider: 'openai-compatible' } };
  const agent = { id: 'x', use: 'core:agent', config: { provider: 'mock', url: '{{ env.X }}' }, actions: [action] };
  expect(reachOf(JSON.stringify({ agents: [agent] }))).toMatchObject({ isAnywhere: true });
});

test.each([
  [{ use: 'upstash:redis', config: { url: '{{ env.X }}' } }, { isAnywhere: true }],
  [{ use: { repo: 'chroma', package: 'http' }, config: { url: 'https://v.example' } }, { services: ['chroma:http'] }],
  [{ use: 'openai', config: {} }, { services: ['openai'] }],
  [{ use: '{{ env.X }}', config: {} }, { isAnywhere: true }],
  [
    { use: 'core:in-memory', config: { url: '{{ env.X }}' } },
    { isAnywhere: false, services: [] },
  ],
])('a memory with the part %j', (part, reach) => {
  const memory = { id: 'm', vector: part };
  expect(reachOf(JSON.stringify({ memory }))).toMatchObject(reach);
  expect(reachOf(JSON.stringify({ agents: [{ id: 'x', use: 'core:agent', memory }] }))).toMatchObject(reach);
});

describe('variables', () => {
  test.each(['{{ toJson(env) }}', '{{ env[input.name] }}', '{{ keys(env) }}', '{{ merge(env, {}) }}', '{{ env[0] }}'])(
    '%s reads all of them',
    (data) => {
      expect(reachOf(calls('https://a.example', { with: { data } })).readsAllVariables).toBe(true);
    },
  );

  test('are found in every field, bare expressions among them', () => {
    const text = yaml`
      outputs: {x: "{{ env.A }}"}
      tasks:
        - {id: d, type: decision, config: {condition: env.B == 'x', routes: {x: {next: m, condition: "{{ env.C }}"}}}}
        - {id: m, type: map, config: {mapping: {x: ["{{ env['D'] }}"]}}}
        - {id: c, type: collection, config: {items: "env.E | split(',')", filter: "item != env.F"}, use: "core:log"}
        - {id: w, type: wait, config: {timeout: "{{ env.G }}", check_interval: 1s}}
    `;
    expect(reachOf(text)).toMatchObject({ variables: ['A', 'B', 'C', 'D', 'E', 'F', 'G'], readsAllVariables: false });
  });

  test('of what is imported are named too', () => {
    const text =
      'tools: [{id: t, import: ./lib.yaml}]\ntasks: [{id: a, type: basic, use: "tool:t", with: {url: /x}}]\n';
    const lib =
      'use: core:http\nconfig: {base_url: "https://lib.example", headers: {x: "{{ env.LIB }}"}}\nschema: {}\n';
    expect(reachOf(text, { 'lib.yaml': lib })).toMatchObject({
      variables: ['LIB'],
      origins: ['https://lib.example'],
      isAnywhere: false,
    });
  });
});

test('a variable that the workflow sets itself is not read from outside, unless its own value reads it', () => {
  const text = yaml`
    env: { REGION: eu, PLACE: "{{ env.REGION }}-1", KEY: "{{ env.KEY }}", ZONE: "{{ env.OTHER }}" }
    tasks:
      - {id: a, type: basic, env: { TASK: x }, with: {all: "{{ env.PLACE }} {{ env.KEY }} {{ env.ZONE }} {{ env.TASK }} {{ env.OWN }}"}}
  `;
  // Of a task's own, others may read the one of the workspace.
  expect(reachOf(text).variables).toEqual(['KEY', 'OTHER', 'OWN', 'REGION', 'TASK']);
});

import { describe, expect, test } from 'vitest';
import { toJson } from '../../base/index.ts';
import { parseSyntax, toNodeData } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { findTask, hasImports, readWorkflow, resolveImports } from '../index.ts';

function resolve(text: string, texts: Readonly<Record<string, string>> | null = {}) {
  const known = texts === null ? null : new Map(Object.entries(texts));
  return resolveImports({ path: 'flows/main.yaml', syntax: parseSyntax(text), texts: known });
}

/** The kinds of the problems of all imports. */
function problemsOf(text: string, texts: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  return resolve(text, texts).sites.map(({ problem }) => problem?.kind);
}

const TRIAGE = yaml`
  id: triage
  use: core:agent
  config: { provider: mock, model: mock-small, mock: { latency: 1s } }
  env: { REGION: eu, TIER: free }
  instructions: Sort.
`;

test('local keys win; config, env, with and schema are merged deeply', () => {
  const { syntax, workflow, sites, texts } = resolve(
    yaml`
      agents:
        - import: ./agents/triage.yaml
          config: { model: mock-large, mock: { fail_first: 1 } }
          env: { REGION: us }
          instructions: Sort quickly.
    `,
    { 'flows/agents/triage.yaml': TRIAGE, 'other.yaml': 'tasks: []' },
  );
  expect(toJson(toNodeData(syntax.root))).toEqual({
    agents: [
      {
        id: 'triage',
        use: 'core:agent',
        config: { model: 'mock-large', mock: { fail_first: 1, latency: '1s' }, provider: 'mock' },
        env: { REGION: 'us', TIER: 'free' },
        instructions: 'Sort quickly.',
      },
    ],
  });
  expect(workflow.agents[0]).toMatchObject({ id: 'triage', import: null, instructions: 'Sort quickly.' });
  expect(sites).toMatchObject([{ path: ['agents', 0], written: './agents/triage.yaml', problem: null }]);
  expect([...texts.keys()]).toEqual(['flows/agents/triage.yaml']);
});

describe('the definition is', () => {
  test('that of an id, at any depth of a document, in another file or in this one', () => {
    const shared = yaml`
      tasks:
        - id: box
          type: composite
          tasks: [{ id: inner, type: basic, use: core:log }]
    `;
    const { workflow } = resolve(
      yaml`
        tasks:
          - { id: a, import: "../shared.yaml#inner" }
          - { id: b, import: "/shared.yaml#box" }
          - { id: c, import: "#a", name: Copy }
      `,
      { 'shared.yaml': shared },
    );
    expect(findTask(workflow, 'a')).toMatchObject({ type: 'basic', use: { text: 'core:log' } });
    expect(findTask(workflow, 'b')).toMatchObject({ type: 'composite', tasks: [{ id: 'inner' }] });
    expect(findTask(workflow, 'c')).toMatchObject({ type: 'basic', name: 'Copy', use: { text: 'core:log' } });
  });

  test('a package, of the requested version or the newest there is', () => {
    const texts = {
      'packages/acme/search.yaml': 'use: core:log',
      'packages/acme/fetch@1.9.0.yaml': 'use: core:http\nconfig: { timeout: 1s }',
      'packages/acme/fetch@1.10.0.yaml': 'use: core:http\nconfig: { timeout: 2s }',
      'packages/acme/fetch@2.0.0.yaml': 'use: core:http\nconfig: { timeout: 3s }',
    };
    const timeout = (reference: string) =>
      resolve(`tools: [{ id: t, import: "${reference}" }]`, texts).workflow.tools[0]?.config?.get('timeout');
    expect(resolve('tools: [{ id: t, import: acme/search }]', texts).workflow.tools[0]?.use?.text).toBe('core:log');
    expect(timeout('acme:fetch')).toBe('3s');
    expect(timeout('acme:fetch@1.9.0')).toBe('1s');
    expect(timeout('acme:fetch@^1.9')).toBe('2s');
    expect(timeout('acme:fetch@~1.9')).toBe('1s');
    expect(problemsOf('tools: [{ id: t, import: "acme:fetch@3" }]', texts)).toEqual(['package']);
  });

  test('what another document passes on: without an id of its own it has that of what it imports', () => {
    const files = {
      'flows/all.yaml': yaml`
        agents:
          - import: ./people.yaml#writer
          - import: ./triage.yaml
            instructions: Sort here.
        tasks:
          - { id: box, type: composite, tasks: [{ import: "./people.yaml#greet" }] }
      `,
      'flows/people.yaml': yaml`
        agents: [{ id: writer, use: core:agent, instructions: Write. }]
        tasks: [{ id: greet, type: basic, use: core:log }]
      `,
      'flows/triage.yaml': 'import: ./people/triage.yaml',
      'flows/people/triage.yaml': TRIAGE,
    };
    const { workflow, sites } = resolve(
      yaml`
        agents: [{ import: "./all.yaml#writer" }, { import: "./all.yaml#triage" }]
        tasks: [{ import: "./all.yaml#greet" }]
      `,
      files,
    );
    expect(sites.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(workflow.agents).toMatchObject([
      { id: 'writer', instructions: 'Write.' },
      { id: 'triage', instructions: 'Sort here.' },
    ]);
    expect(workflow.tasks).toMatchObject([{ id: 'greet', type: 'basic' }]);
    const [site] = resolve('agents: [{ import: "./all.yaml#editor" }]', files).sites;
    expect(site?.problem?.message).toContain('It has writer');
  });

  test('its own before one that is passed on under the same id', () => {
    const { workflow } = resolve('tools: [{ import: "./all.yaml#t" }]', {
      'flows/all.yaml': 'tools: [{ import: "./other.yaml#t" }, { id: t, use: core:log }]',
      'flows/other.yaml': 'tools: [{ id: t, use: core:http }]',
    });
    expect(workflow.tools[0]?.use?.text).toBe('core:log');
  });

  test('an agent brings the tools of its own document, with what it sets over them', () => {
    const { workflow } = resolve(
      yaml`
        agents: [{ import: ../lib/all.yaml#triage }]
        tools: [{ id: look, use: core:log }, { id: other, use: core:csv }]
      `,
      {
        'lib/all.yaml': yaml`
          agents:
            - { id: triage, use: core:agent, tools: [{ id: look, config: { n: 2 } }, { id: far }, { id: other }, { id: triage }] }
          tools:
            - { id: look, use: core:http, config: { n: 1, m: 1 } }
            - { id: far, import: ./far.yaml, config: { m: 3 } }
        `,
        'lib/far.yaml': 'use: core:hash\nconfig: { n: 1 }',
      },
    );
    expect(toJson(workflow.agents[0]?.tools ?? [])).toEqual([
      { id: 'look', use: 'core:http', config: { n: 2, m: 1 } },
      { id: 'far', use: 'core:hash', config: { m: 3, n: 1 } },
      { id: 'other' },
      { id: 'triage' },
    ]);
    expect(workflow.tools.map(({ id }) => id)).toEqual(['look', 'other']);
  });

  test('that of a tool of an agent too, and what is imported imports relative to its own file', () => {
    const { workflow, texts } = resolve('agents: [{ import: ../lib/a.yaml }]', {
      'lib/a.yaml': 'id: a\nuse: core:agent\ntools: [{ id: t, import: ./tools/t.json }]',
      'lib/tools/t.json': '{"use": "core:http", "import": "base.yaml"}',
      'lib/tools/base.yaml': 'schema: { input: {}, output: {} }',
    });
    expect(toJson(workflow.agents[0]?.tools ?? [])).toEqual([
      { id: 't', use: 'core:http', schema: { input: {}, output: {} } },
    ]);
    expect([...texts.keys()]).toEqual(['lib/a.yaml', 'lib/tools/t.json', 'lib/tools/base.yaml']);
  });
});

test.each([
  ['a file that is not there', './gone.yaml', 'missing'],
  ['a package that is not there', 'acme:gone', 'package'],
  ['neither a path nor a package', 'gone', 'missing'],
  ['a path out of the workspace', '../../etc/x.yaml', 'outside'],
  ['a package out of the workspace', 'acme:../../x', 'outside'],
  ['a file that is no YAML', './broken.yaml', 'unreadable'],
  ['a list', './list.yaml', 'unreadable'],
  ['a document without an id', './doc.yaml', 'definition'],
  ['an id that is not there', './doc.yaml#b', 'definition'],
  ['itself', './main.yaml#t', 'cycle'],
])('%s is a problem, and the import stays', (_, reference, kind) => {
  const texts = {
    'flows/broken.yaml': 'id: [',
    'flows/list.yaml': '- a',
    'flows/doc.yaml': 'tasks: [{ id: a, type: basic }]',
  };
  const { sites, workflow } = resolve(`tasks: [{ id: t, type: basic, import: "${reference}" }]`, texts);
  expect(sites.map(({ problem }) => problem?.kind)).toEqual([kind]);
  expect(workflow.tasks[0]?.import).toBe(reference);
});

test('a cycle is reported with its chain, also one by way of children', () => {
  const { sites } = resolve('tasks: [{ id: t, import: ./a.yaml }]', {
    'flows/a.yaml': 'type: composite\ntasks: [{ id: c, import: ./b.yaml }]',
    'flows/b.yaml': 'type: composite\nimport: ./a.yaml',
  });
  const message = sites.find(({ problem }) => problem?.kind === 'cycle')?.problem?.message;
  expect(message).toContain('flows/main.yaml#t → flows/a.yaml → flows/b.yaml → flows/a.yaml');
});

/** Documents that pass a tool on to each other in a row. */
const row = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `flows/${index}.yaml`,
      `tools: [${index === length - 1 ? '{ id: t, use: core:log }' : `{ import: "./${index + 1}.yaml#t" }`}]`,
    ]),
  );

test('documents that only pass on to each other are a cycle, and too many in a row are too deep', () => {
  const round = {
    'flows/a.yaml': 'tools: [{ import: "./b.yaml#t" }]',
    'flows/b.yaml': 'tools: [{ import: "./a.yaml#t" }]',
  };
  const cycle = resolve('tools: [{ import: "./a.yaml#t" }]', round).sites.flatMap(({ problem }) => problem ?? []);
  expect(cycle).toMatchObject([{ kind: 'cycle' }]);
  expect(cycle[0]?.message).toContain('flows/a.yaml#t → flows/b.yaml#t → flows/a.yaml#t');
  const whole = { 'flows/c.yaml': 'import: ./d.yaml', 'flows/d.yaml': 'import: ./c.yaml' };
  const list = { ...whole, 'flows/list.yaml': 'tools: [{ import: ./c.yaml }]' };
  expect(problemsOf('tools: [{ import: "./list.yaml#t" }]', list).filter(Boolean)).toEqual(['definition']);
  expect(problemsOf('tools: [{ import: "./0.yaml#t" }]', row(16)).filter(Boolean)).toEqual([]);
  expect(problemsOf('tools: [{ import: "./0.yaml#t" }]', row(17)).filter(Boolean)).toEqual(['depth']);
});

/** Files that import each other in a row. */
const chain = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `flows/${index}.yaml`,
      index === length - 1 ? 'type: map' : `import: ./${index + 1}.yaml`,
    ]),
  );

test('16 levels are followed, a 17th is not, and a fan of imports ends', () => {
  expect(problemsOf('tasks: [{ id: t, import: ./0.yaml }]', chain(16)).filter(Boolean)).toEqual([]);
  expect(problemsOf('tasks: [{ id: t, import: ./0.yaml }]', chain(17)).filter(Boolean)).toEqual(['depth']);
  const fan = Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [
      `flows/${index}.yaml`,
      `type: parallel\ntasks: [${Array.from({ length: 9 }, () => `{ import: ./${index + 1}.yaml }`).join(', ')}]`,
    ]),
  );
  expect(problemsOf('tasks: [{ id: t, import: ./0.yaml }]', fan)).toContain('depth');
});

test('without a workspace no problem is reported, and what would be read is listed', () => {
  const { sites, wanted } = resolve('tasks: [{ id: t, import: ./a.yaml }]', null);
  expect(sites).toMatchObject([{ path: ['tasks', 0], written: './a.yaml', problem: null }]);
  expect(wanted).toEqual(['flows/a.yaml']);
});

test('a document without imports stays the same tree', () => {
  const syntax = parseSyntax('tasks: [{ id: t, type: basic }]');
  expect(hasImports(readWorkflow(syntax))).toBe(false);
  expect(resolveImports({ path: 'w.yaml', syntax, texts: new Map() }).syntax).toBe(syntax);
});

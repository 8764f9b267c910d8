import { describe, expect, test } from 'vitest';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { findTask, resolveImports, resolveUse } from '../index.ts';

const HTTP = yaml`
  id: fetcher
  use: core:http
  config: { base_url: "https://example.com/", timeout: 5s }
  schema: { input: { type: object }, output: { type: object } }
`;
const TRIAGE = yaml`
  use: core:agent
  config: { provider: mock, model: small }
  actions: [{ id: classify, instructions: Sort, output: { type: object } }]
`;
const FILES = {
  'packages/acme/fetch@1.2.0.yaml': HTTP,
  'packages/acme/fetch@1.10.0.yaml': HTTP.replace('5s', '10s'),
  'packages/acme/triage.yaml': TRIAGE,
  'packages/acme/kit.yaml':
    'tools: [{ id: a, use: core:log }, { id: b, use: core:log }]\nagents: [{ id: c, use: core:agent }]',
  'packages/acme/one.yaml': 'tools: [{ id: only, use: core:log, schema: { input: {}, output: {} } }]',
  'packages/acme/step.yaml': 'type: basic\nuse: core:log',
  'packages/acme/over.yaml': 'use: acme:fetch@1.2.0\nconfig: { timeout: 1s }',
  'packages/acme/round.yaml': 'use: acme:round',
};

function resolve(text: string, files: Readonly<Record<string, string>> = FILES) {
  return resolveImports({ path: 'w.yaml', syntax: parseSyntax(text), texts: new Map(Object.entries(files)) });
}

/** What the first task uses, and what went wrong on the way. */
function used(text: string) {
  const { workflow, sites } = resolve(text);
  const [task] = workflow.tasks;
  if (task === undefined) throw new Error('no task');
  return { use: resolveUse(workflow, task), problems: sites.map(({ problem }) => problem?.kind ?? null) };
}

const task = (use: string) => `tasks: [{ id: t, type: basic, use: ${use} }]`;

describe('a task that uses a package', () => {
  test.each([
    ['shorthand', '"acme:fetch"', '10s'],
    ['with a slash', 'acme/fetch', '10s'],
    ['of a version', '"acme:fetch@1.2.0"', '5s'],
    ['of a range', '"acme:fetch@~1.2"', '5s'],
    ['an object', '{ repo: acme, package: fetch, version: ^1.2 }', '10s'],
  ])('%s has the tool in it', (_, use, timeout) => {
    const { use: found } = used(task(use));
    expect(found).toMatchObject({ kind: 'tool', tool: { use: { text: 'core:http' }, isPackaged: true } });
    expect(found.kind === 'tool' && found.tool.config?.get('timeout')).toBe(timeout);
  });

  test('has the agent in it, its only action among them', () => {
    expect(used(task('"acme:triage"')).use).toMatchObject({ kind: 'agent', action: { id: 'classify' } });
  });

  test('has the only definition of a document, and learns what there is where there are more', () => {
    expect(used(task('"acme:one"')).use).toMatchObject({ kind: 'tool', tool: { use: { text: 'core:log' } } });
    const { sites, workflow } = resolve(task('"acme:kit"'));
    expect(sites).toMatchObject([{ at: ['tasks', 0, 'use'], problem: { kind: 'definition' } }]);
    expect(sites[0]?.problem?.message).toContain('c, a, b');
    expect(workflow.tools).toEqual([]);
    expect(used(task('"acme:step"')).problems).toEqual(['definition']);
  });

  test('is known by the reference, in results too; equal uses have one definition', () => {
    const { workflow, sites } = resolve(yaml`
      tools: [{ id: own, use: core:log }]
      tasks:
        - { id: a, type: basic, use: acme/fetch }
        - { id: b, type: composite, tasks: [{ id: c, type: basic, use: "acme:fetch" }] }
    `);
    expect(workflow.tools.map(({ id, path }) => [id, path.join('.')])).toEqual([
      ['own', 'tools.0'],
      ['acme:fetch', 'tools.1'],
    ]);
    expect(sites.map(({ at }) => at.join('.'))).toEqual(['tasks.0.use', 'tasks.1.tasks.0.use']);
  });

  test('is no definition that others mean by what the package uses', () => {
    const { workflow } = resolve(
      `tasks: [{ id: a, type: basic, use: acme/fetch }, { id: b, type: basic, use: core/http }]`,
    );
    const plain = findTask(workflow, 'b');
    expect(plain && resolveUse(workflow, plain)).toEqual({ kind: 'core', name: 'http' });
  });
});

/** The first thing that is wrong with the packages of a document. */
const problem = (text: string) => resolve(text).sites.find((site) => site.problem !== null)?.problem;

describe('a definition that uses a package', () => {
  test('is written over it, and its use is what the package uses', () => {
    const { workflow } = resolve(yaml`
      agents: [{ id: sorter, use: "acme:triage", config: { model: large }, tools: [{ id: get, use: "acme:over" }] }]
      tools: [{ id: get, use: "acme:over", config: { base_url: "https://other.test/" } }]
      tasks: [{ id: t, type: basic, use: "acme:over" }]
    `);
    const [agent] = workflow.agents;
    expect(agent).toMatchObject({ id: 'sorter', use: { text: 'core:agent' }, actions: [{ id: 'classify' }] });
    expect([...(agent?.config ?? [])]).toEqual([
      ['model', 'large'],
      ['provider', 'mock'],
    ]);
    expect(agent?.tools[0]).toEqual(expect.objectContaining(new Map([['use', 'core:http']])));
    const [tool] = workflow.tools;
    expect(tool).toMatchObject({ id: 'get', use: { text: 'core:http' }, package: { file: 'packages/acme/over.yaml' } });
    expect(tool?.config).toEqual(
      new Map([
        ['timeout', '1s'],
        ['base_url', 'https://other.test/'],
      ]),
    );
    // A task that uses the same means the one definition that does.
    expect(workflow.tools).toHaveLength(1);
    expect(workflow.tasks[0] && resolveUse(workflow, workflow.tasks[0])).toMatchObject({ tool: { id: 'get' } });
  });

  test('needs one of its own kind, and a way that ends', () => {
    expect(problem('tools: [{ id: t, use: "acme:triage" }]')?.message).toContain('holds an agent');
    expect(problem('agents: [{ id: a, use: "acme:fetch" }]')?.message).toContain('holds a tool');
    expect(problem('tools: [{ id: t, use: "acme:round" }]')).toMatchObject({ kind: 'cycle' });
    expect(problem('tools: [{ id: t, use: "tool:t" }]')).toMatchObject({ kind: 'cycle' });
  });

  test('of an agent may be a tool of the workflow by its name', () => {
    const { workflow } = resolve(yaml`
      agents: [{ id: a, use: core:agent, tools: [{ id: get, use: "tool:log" }] }]
      tools: [{ id: log, use: core:log }]
    `);
    expect(workflow.agents[0]?.tools[0]).toEqual(
      new Map([
        ['id', 'get'],
        ['use', 'core:log'],
      ]),
    );
  });
});

test('the packages that were resolved are listed with their versions', () => {
  const { workflow, texts } = resolve(yaml`
    tools: [{ id: log, import: "acme:one#only" }]
    tasks: [{ id: t, type: basic, use: "acme:fetch@^1" }]
  `);
  expect(workflow.packages?.map(({ reference, file, version }) => [reference.text, file, version])).toEqual([
    ['acme:one', 'packages/acme/one.yaml', null],
    ['acme:fetch@^1', 'packages/acme/fetch@1.10.0.yaml', '1.10.0'],
  ]);
  expect([...texts.keys()]).toEqual(['packages/acme/one.yaml', 'packages/acme/fetch@1.10.0.yaml']);
});

test('a missing one is reported with those that exist, and the report can be rebuilt from the texts alone', () => {
  const first = resolve(task('"acme:fetch@3"'));
  const again = resolve(task('"acme:fetch@3"'), Object.fromEntries(first.texts));
  for (const { sites } of [first, again]) {
    expect(sites).toMatchObject([{ problem: { kind: 'package', instead: 'acme:fetch@1.10.0' } }]);
    expect(sites[0]?.problem?.message).toContain('Those that exist: acme:fetch@1.10.0, acme:fetch@1.2.0.');
  }
});

test('a list that is none stays what it is', () => {
  const { syntax, workflow } = resolve(`tools: {}\n${task('"acme:fetch"')}`);
  expect(syntax.root).toMatchObject({ entries: [{ key: 'tools', value: { kind: 'map' } }, { key: 'tasks' }] });
  expect(workflow.tools).toEqual([]);
});

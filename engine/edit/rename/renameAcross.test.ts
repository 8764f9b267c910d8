import { describe, expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { editTexts, refusalIn } from '../testing.ts';
import { renameResource } from './renameResource.ts';
import { renameTask } from './renameTask.ts';

const shared = yaml`
  # what all share
  agents:
    - id: triage
      use: core:agent
      actions:
        - { id: sort, instructions: x, output: {} }
  tools:
    - { id: web, use: core:http, schema: { input: {}, output: {} } }
  tasks:
    - id: fetch
      type: basic
      use: agent:triage
`;

const files = {
  'lib/shared.yaml': shared,
  'a.yaml': yaml`
    agents:
      - import: "lib/shared.yaml#triage"   # from there
    tasks:
      - import: ./lib/shared.yaml#fetch
        on_success: { next: last }
      - id: last
        type: map
        use: agent:triage
        action: sort
        with: { x: "{{ tasks.fetch.output }} {{ agents.triage.output }}" }
        on_error: { next: [fetch, end] }
  `,
  'deep/b.yaml': yaml`
    start: mine
    tasks:
      - id: mine
        import: '/lib/shared.yaml#fetch'
        on_success: { next: fetch }
      - { id: fetch, type: map }
  `,
  'one.yaml': 'import: ./lib/shared.yaml#fetch\n',
  'c.yaml': 'tasks:\n  - import: one.yaml\n  - { id: z, type: map, with: { f: "{{ tasks.fetch.output }}" } }\n',
  'notes.md': 'import fetch',
};

describe('a task', () => {
  test('is renamed wherever it is imported, and in files that take over its id', () => {
    const after = editTexts(files, (it, texts) => renameTask(it, { id: 'fetch', to: 'get-it', files: texts }));
    expect(after).toEqual({
      ...files,
      'lib/shared.yaml': shared.replace('id: fetch', 'id: get-it'),
      'a.yaml': files['a.yaml']
        .replace('shared.yaml#fetch', 'shared.yaml#get-it')
        .replace('tasks.fetch', 'tasks.get-it')
        .replace('[fetch, end]', '[get-it, end]'),
      'deep/b.yaml': files['deep/b.yaml'].replace("/lib/shared.yaml#fetch'", "/lib/shared.yaml#get-it'"),
      'one.yaml': 'import: ./lib/shared.yaml#get-it\n',
      'c.yaml': files['c.yaml'].replace('tasks.fetch', 'tasks.get-it'),
    });
  });

  test('gets an id of its own where it had that of what it imports', () => {
    const order = { 'c.yaml': files['c.yaml'], 'one.yaml': files['one.yaml'], 'lib/shared.yaml': shared };
    const after = editTexts(order, (it, texts) => renameTask(it, { id: 'fetch', to: 'mine', files: texts }));
    expect(after['c.yaml']).toBe(
      'tasks:\n  - id: mine\n    import: one.yaml\n  - { id: z, type: map, with: { f: "{{ tasks.mine.output }}" } }\n',
    );
    expect(after['one.yaml']).toBe(files['one.yaml']);
  });

  test('is not renamed to an id that a file which takes it over has', () => {
    expect(refusalIn(files, (it, texts) => renameTask(it, { id: 'fetch', to: 'last', files: texts }))).toBe(
      'DUPLICATE_ID',
    );
    const broken = { ...files, 'x.yaml': 'tasks:\n  - import: lib/shared.yaml#fetch\n bad: [\n' };
    expect(refusalIn(broken, (it, texts) => renameTask(it, { id: 'fetch', to: 'f', files: texts }))).toBe(
      'SYNTAX_ERROR',
    );
  });

  test('is not renamed to an id that an import gives, there or in a file that takes it over', () => {
    const own = `${files['c.yaml']}  - { id: own, type: map }\n`;
    const order = { 'c.yaml': own, 'one.yaml': files['one.yaml'], 'lib/shared.yaml': shared };
    const taken = (id: string, to: string): string | null =>
      refusalIn(order, (it, texts) => renameTask(it, { id, to, files: texts }));
    expect(taken('own', 'fetch')).toBe('DUPLICATE_ID');
    expect(taken('own', 'free')).toBeNull();
    const shares = {
      'lib/shared.yaml': `${shared}  - { id: other, type: map }\n`,
      'd.yaml': 'tasks:\n  - import: ./lib/shared.yaml#other\n  - import: ./one.yaml\n',
      'one.yaml': files['one.yaml'],
    };
    expect(refusalIn(shares, (it, texts) => renameTask(it, { id: 'fetch', to: 'last', files: texts }))).toBeNull();
    const there = {
      ...shares,
      'd.yaml': shares['d.yaml'].replace('./one.yaml', './last.yaml'),
      'last.yaml': 'id: last\ntype: map\n',
    };
    expect(refusalIn(there, (it, texts) => renameTask(it, { id: 'other', to: 'last', files: texts }))).toBe(
      'DUPLICATE_ID',
    );
  });

  test('without the files, only its own file follows', () => {
    const after = editTexts(files, (it) => renameTask(it, { id: 'fetch', to: 'f' }));
    expect(after).toEqual({ ...files, 'lib/shared.yaml': shared.replace('id: fetch', 'id: f') });
  });
});

describe('a resource', () => {
  test('an agent, with what uses it where its id is taken over', () => {
    const after = editTexts(files, (it, texts) =>
      renameResource(it, { kind: 'agent', id: 'triage', to: 'clerk', files: texts }),
    );
    expect(after['lib/shared.yaml']).toBe(shared.replaceAll('triage', 'clerk'));
    expect(after['a.yaml']).toBe(files['a.yaml'].replaceAll('triage', 'clerk'));
  });

  test('an action, in the tasks of files that import its agent', () => {
    const after = editTexts(files, (it, texts) =>
      renameResource(it, { kind: 'action', agent: 'triage', id: 'sort', to: 'file', files: texts }),
    );
    expect(after['a.yaml']).toBe(files['a.yaml'].replace('action: sort', 'action: file'));
    expect(after['lib/shared.yaml']).toBe(shared.replace('id: sort', 'id: file'));
  });

  test('a tool of a package, whatever its reference looks like', () => {
    const packaged = {
      'packages/acme/kit@1.2.yaml': shared,
      'w.yaml':
        'tools:\n  - import: acme:kit#web\n  - { id: other, import: "acme/kit@1.2#web" }\ntasks:\n  - { id: a, type: basic, use: tool:web }\n',
    };
    const after = editTexts(packaged, (it, texts) =>
      renameResource(it, { kind: 'tool', id: 'web', to: 'net', files: texts }),
    );
    expect(after['w.yaml']).toBe(packaged['w.yaml'].replaceAll('#web', '#net').replace('tool:web', '"tool:net"'));
  });

  test('a memory that other files share with an agent from here', () => {
    const memory = 'memory: { id: m, vector: { use: core:in-memory, dimensions: 3, config: {} } }\n';
    const shares = {
      'lib.yaml': `${memory}agents:\n  - id: a\n    use: core:agent\n    memory: { id: m, vector: { use: core:in-memory, dimensions: 3, config: {} } }\n`,
      'w.yaml': `${memory}agents:\n  - import: ./lib.yaml#a\ntasks:\n  - { id: t, type: map, with: { x: "{{ memory.m.last_messages }}" } }\n`,
      'v.yaml': memory,
    };
    const after = editTexts(shares, (it, texts) =>
      renameResource(it, { kind: 'memory', id: 'm', to: 'mind', files: texts }),
    );
    expect(after['lib.yaml']).toBe(shares['lib.yaml'].replaceAll('id: m,', 'id: mind,'));
    expect(after['w.yaml']).toBe(shares['w.yaml'].replace('id: m,', 'id: mind,').replace('memory.m.', 'memory.mind.'));
    expect(after['v.yaml']).toBe(memory);
  });

  test('an imported agent gets an id here; its action is renamed where it is written', () => {
    const order = { 'a.yaml': files['a.yaml'], 'lib/shared.yaml': shared };
    const after = editTexts(order, (it, texts) =>
      renameResource(it, { kind: 'agent', id: 'triage', to: 'mine', files: texts }),
    );
    expect(after['a.yaml']).toContain('  - id: mine\n    import: "lib/shared.yaml#triage"   # from there\n');
    expect(after['a.yaml']).toContain('use: agent:mine');
    expect(after['lib/shared.yaml']).toBe(shared);
    expect(
      refusalIn(order, (it, texts) =>
        renameResource(it, { kind: 'action', agent: 'triage', id: 'sort', to: 'x', files: texts }),
      ),
    ).toBe('DEFINITION_ELSEWHERE');
  });
});

describe('what tests expect to be called', () => {
  const tested = {
    'lib/shared.yaml': shared,
    'a.yaml': yaml`
      agents:
        - import: "lib/shared.yaml#triage"
      tools:
        - { id: web, use: core:http, schema: { input: {}, output: {} } }
      tasks:
        - { id: web, type: basic, use: agent:triage }
    `,
    'a.test.yaml': yaml`
      tests:
        - name: one
          answers: { web: { output: web } }
          expect:
            path: [web]
            tasks: { web: { use: web, with: { use: web } } }
            calls: [{ use: web, sent: { use: web } }, { use: triage, times: 1 }, { use: core:http }]   # as it is
    `,
    'other.test.yaml': 'tests: [{ name: one, expect: { calls: [{ use: web }] } }]\n',
    'other.yaml': 'tools: [{ id: web, use: core:http }]\ntasks: []\n',
  };

  test('follows a tool, in the tests of its workflow alone', () => {
    const { 'lib/shared.yaml': _, 'a.yaml': own, ...rest } = tested;
    const after = editTexts({ 'a.yaml': own, 'lib/shared.yaml': shared, ...rest }, (it, texts) =>
      renameResource(it, { kind: 'tool', id: 'web', to: 'net', files: texts }),
    );
    expect(after['a.test.yaml']).toBe(
      tested['a.test.yaml']
        .replace('{ web: { use: web, with', '{ web: { use: net, with')
        .replace('[{ use: web, sent', '[{ use: net, sent'),
    );
    expect(after['other.test.yaml']).toBe(tested['other.test.yaml']);
  });

  test('follows an agent into the tests of a workflow that imports it', () => {
    const after = editTexts(tested, (it, texts) =>
      renameResource(it, { kind: 'agent', id: 'triage', to: 'sorter', files: texts }),
    );
    expect(after['a.test.yaml']).toBe(tested['a.test.yaml'].replace('use: triage', 'use: sorter'));
  });
});

import { describe, expect, test } from 'vitest';
import { type Data, toJson } from '../../base/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { toNodeData } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { editTexts, refusalIn, type Texts } from '../testing.ts';
import { extractToFile } from './extractToFile.ts';
import { inlineImport } from './inlineImport.ts';

const main = yaml`
  agents:
    # sorts
    - id: triage # the clerk
      # how it thinks
      use: core:agent
      config: { provider: mock, model: m }   # cheap
      actions:
      - id: sort
        instructions: |
          Sort it.

          Well.
        output: {}
      tools:
        - { id: web, import: ./parts/web.yaml }

    - { id: other, use: core:agent }
  tools:
    - { id: net, use: core:http, schema: { input: {}, output: {} } }
  tasks:
    - id: a
      type: basic
      use: agent:triage
      on_success: { next: pick }
    - id: pick
      name: Pick
      type: decision
      # what with
      with: { x: "{{ tasks.a.output }}" }
      config:
        # by value
        condition: "{{ input.x }}"
        routes:
          one: a
      join: all
      on_error:
        next: end
`;
const web = 'id: web\nuse: core:http\nschema: { input: {}, output: {} }\n';
const files = { 'w.yaml': main, 'parts/web.yaml': web };

function resolved(texts: Texts): unknown {
  const map = new Map(Object.entries(texts));
  const analysis: Analysis = analyze('w.yaml', texts['w.yaml'] ?? '', undefined, map);
  const data: Data = toNodeData((analysis.imports?.syntax ?? analysis.syntax).root);
  expect(analysis.imports?.sites.filter(({ problem }) => problem !== null) ?? []).toEqual([]);
  return JSON.parse(JSON.stringify(toJson(data)));
}

function extractSame(texts: Texts, name: { kind: 'task' | 'agent' | 'tool'; id: string; path: string }) {
  const after = editTexts(texts, (it, held) => extractToFile(it, { ...name, files: held }));
  expect(resolved(after)).toEqual(resolved(texts));
  const back = editTexts(after, (it, held) => inlineImport(it, { ...name, files: held }));
  expect(resolved(back)).toEqual(resolved(texts));
  return { after, back };
}

describe('to a separate file', () => {
  test('an agent goes as it is written, and its imports lead where they led', () => {
    const { after, back } = extractSame(files, { kind: 'agent', id: 'triage', path: 'agents/triage.yaml' });
    expect(after['agents/triage.yaml']).toBe(yaml`
      id: triage # the clerk
      # how it thinks
      use: core:agent
      config: { provider: mock, model: m }   # cheap
      actions:
      - id: sort
        instructions: |
          Sort it.

          Well.
        output: {}
      tools:
        - { id: web, import: ../parts/web.yaml }
    `);
    expect(after['w.yaml']).toContain(
      'agents:\n  # sorts\n  - id: triage # the clerk\n    import: ./agents/triage.yaml\n\n  - { id: other',
    );
    expect(back['w.yaml']).toContain(
      '  - id: triage # the clerk\n    use: core:agent\n    config: { provider: mock, model: m }\n',
    );
    expect(back['w.yaml']).toContain('import: ./parts/web.yaml }');
    expect(back['w.yaml']).toContain('      instructions: |\n          Sort it.\n\n          Well.\n');
  });

  test('a task leaves its wiring', () => {
    const { after } = extractSame(files, { kind: 'task', id: 'pick', path: 'pick.yaml' });
    expect(after['pick.yaml']).toBe(yaml`
      id: pick
      type: decision
      # what with
      with: { x: "{{ tasks.a.output }}" }
      config:
        # by value
        condition: "{{ input.x }}"
    `);
    expect(after['w.yaml']).toBe(
      main.slice(0, main.indexOf('  - id: pick')) +
        yaml`
          x
            - id: pick
              name: Pick
              type: decision
              import: ./pick.yaml
              config:
                routes:
                  one: a
              join: all
              on_error:
                next: end
        `.slice(2),
    );
  });

  test('in flow style, and with CRLF', () => {
    const { after } = extractSame(files, { kind: 'tool', id: 'net', path: 'net.yaml' });
    expect(after['net.yaml']).toBe('{ id: net, use: core:http, schema: { input: {}, output: {} } }\n');
    expect(after['w.yaml']).toContain('- { id: net, import: ./net.yaml }');
    const crlf = { ...files, 'w.yaml': main.replaceAll('\n', '\r\n') };
    const written = extractSame(crlf, { kind: 'agent', id: 'triage', path: 'agents/triage.yaml' }).after;
    for (const path of ['w.yaml', 'agents/triage.yaml']) {
      expect(written[path]?.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
  });
});

describe('to a document', () => {
  test('the definition is written at the end of its list', () => {
    const library = { ...files, 'lib.yaml': '# shared\nagents:\n- id: x\n  use: core:agent\n' };
    const { after } = extractSame(library, { kind: 'agent', id: 'other', path: 'lib.yaml' });
    expect(after['lib.yaml']).toBe('# shared\nagents:\n- id: x\n  use: core:agent\n- { id: other, use: core:agent }\n');
    expect(after['w.yaml']).toMatch(/- \{ id: other, import: "?\.\/lib\.yaml#other"? \}/);
    const tasks = extractSame(library, { kind: 'task', id: 'a', path: 'lib.yaml' }).after;
    expect(tasks['lib.yaml']).toContain('tasks:\n- id: a\n  type: basic\n  use: agent:triage\n');
    const fresh = extractSame(files, { kind: 'tool', id: 'net', path: 'lib.yaml#http' }).after;
    expect(fresh['lib.yaml']).toMatch(/^tools:\n {2}- \{ id: http, /);
  });
});

const refusedTo = (path: string, id = 'other', kind: 'agent' | 'task' = 'agent') =>
  refusalIn({ ...files, 'lib.yaml': 'agents: [{ id: other, use: a:b }]\n', 'bad.yaml': 'a: [\n' }, (it, held) =>
    extractToFile(it, { kind, id, path, files: held }),
  );

test('refuses files that cannot take it, ids that are taken, and what is not there', () => {
  expect(refusedTo('lib.yaml')).toBe('DUPLICATE_ID');
  expect(refusedTo('parts/web.yaml')).toBe('FILE_EXISTS');
  expect(refusedTo('bad.yaml')).toBe('SYNTAX_ERROR');
  expect(refusedTo('w.yaml')).toBe('INVALID_PATH');
  expect(refusedTo('../x.yaml')).toBe('INVALID_PATH');
  expect(refusedTo('x.json')).toBe('INVALID_PATH');
  expect(refusedTo('x.yaml', 'no')).toBe('UNKNOWN_RESOURCE');
  expect(refusedTo('x.yaml', 'no', 'task')).toBe('UNKNOWN_TASK');
  const wiring = { 'w.yaml': 'tasks:\n  - { id: a, type: map, on_success: { next: end } }\n' };
  expect(
    refusalIn(wiring, (it, held) => extractToFile(it, { kind: 'task', id: 'a', path: 'a.yaml', files: held })),
  ).toBe('NOT_EXPRESSIBLE');
});

test('what names an anchor outside itself goes as values', () => {
  const shared = {
    'w.yaml':
      'env: &e { A: 1 }\ntools:\n  - id: t\n    use: core:http # why\n    env: *e\n    schema: { input: {}, output: {} }\n',
  };
  const { after } = extractSame(shared, { kind: 'tool', id: 't', path: 't.yaml' });
  expect(after['t.yaml']).toContain('A: 1');
});

const refused = (text: string) =>
  refusalIn({ 'w.yaml': text, 'bad.yaml': 'a: [' }, (it, held) =>
    inlineImport(it, { kind: 'tool', id: 't', files: held }),
  );

describe('the inverse', () => {
  test('keys that are written here win, maps that merge take what they lack, comments come along', () => {
    const texts = {
      'w.yaml': yaml`
        tasks:
          - import: lib/t.yaml#fetch # brings it
            with:
              a: mine # kept
            on_success: { next: end }
      `,
      'lib/t.yaml': yaml`
        tasks:
            - id: fetch
              type: basic
              import: ./base.yaml
              with:
                  a: theirs
                  # more
                  b:
                      # deep
                      c: 1
      `,
      'lib/base.yaml': 'id: base\nuse: core:http\n',
    };
    const after = editTexts(texts, (it, held) => inlineImport(it, { kind: 'task', id: 'fetch', files: held }));
    expect(after).toEqual({
      ...texts,
      'w.yaml': yaml`
        tasks:
          - id: fetch
            type: basic
            import: ./lib/base.yaml # brings it
            with:
              a: mine # kept
              b:
                # deep
                c: 1
            on_success: { next: end }
      `,
    });
    expect(resolved(after)).toEqual(resolved(texts));
  });

  test('refuses what imports nothing, and imports that lead nowhere', () => {
    expect(refused('tools: [{ id: t, use: a:b }]\n')).toBe('NOT_IMPORTED');
    expect(refused('tools: [{ id: t, import: ./no.yaml }]\n')).toBe('IMPORT_NOT_FOUND');
    expect(refused('tools: [{ id: t, import: "../../no.yaml" }]\n')).toBe('IMPORT_NOT_FOUND');
    expect(refused('tools: [{ id: t, import: ./bad.yaml }]\n')).toBe('SYNTAX_ERROR');
    expect(refused('tools: []\n')).toBe('UNKNOWN_RESOURCE');
  });
});

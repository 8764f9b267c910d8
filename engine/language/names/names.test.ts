import { describe, expect, it } from 'vitest';
import { renameResource } from '../../edit/index.ts';
import { applyTransaction, type Workspace } from '../../text/index.ts';
import { atCursor } from '../testing.ts';
import { definitionAt } from './definitionAt.ts';
import { referencesAt } from './referencesAt.ts';
import { prepareRenameAt, renameAt } from './renameAt.ts';

const MAIN = `env: { REGION: eu }
agents:
  - id: triage
    use: core:agent
    tools:
      - id: docs
    actions:
      - id: classify
        instructions: "In {{ env.REGION }}"
        output: {}
  - import: ./shared.yaml#writer
tools:
  - id: docs
    use: core:http
    env: { "REGION": us }
    schema: { input: {}, output: {} }
memory: { id: chat, vector: { use: core:in-memory, dimensions: 3 } }
start: one
tasks:
  - id: one
    type: decision
    use: { repo: agent, package: triage }
    with: { next: two, x: "{{ tools['docs'].output }}" }
    config:
      condition: tasks.one.output.topic
      routes:
        hi: two
        lo: { next: [two, end] }
        "no": [two]
      default: { next: two }
  - id: two
    type: basic
    use: agent:triage
    action: classify
    with:
      m: "{{ memory.chat.last_messages | len }} \\"{{ tasks[\\"one\\"].status }}\\""
    on_error: { routes: { TIMEOUT_ERROR: one } }
  - id: three
    type: basic
    use: "agent:writer"
    action: write
`;

const SHARED = `agents:
  - id: writer # the one
    use: core:agent
    actions:
      - { id: write, instructions: Go, output: {} }
tasks:
  - { id: own, type: basic, use: agent:writer, action: write }
`;

const WORKSPACE: Workspace = {
  files: new Map([
    ['flows/main.yaml', MAIN],
    ['flows/shared.yaml', SHARED],
    ['flows/tool.yaml', 'id: lookup\nuse: core:http\nschema: { input: {}, output: {} }\n'],
    ['flows/other.yaml', 'tools:\n  - import: ./tool.yaml\ntasks:\n  - { id: a, type: basic, use: tool:lookup }\n'],
    ['flows/pack.yaml', 'tools:\n  - id: search\n    import: acme:search\n'],
    ['packages/acme/search@1.0.0.yaml', 'id: search\nuse: core:http\n'],
    ['packages/acme/search@1.2.0.yaml', 'id: search\nuse: core:http\n'],
  ]),
  layouts: new Map([
    ['flows/main.yaml', { positions: new Map([['one', { x: 1, y: 2 }]]), collapsed: new Set<string>() }],
  ]),
};

/** Puts the cursor into a file before the first (or a later) occurrence of a text. */
function at(path: string, needle: string, count = 1) {
  const text = WORKSPACE.files.get(path) ?? '';
  let offset = -1;
  for (let step = 0; step < count; step += 1) offset = text.indexOf(needle, offset + 1);
  const placed = atCursor(`${text.slice(0, offset)}‸${text.slice(offset)}`, path);
  return { analysis: placed.analysis, offset: placed.offset };
}

/** The lines of a place: `main.yaml:3 triage`. */
function show({ path, range }: { path: string; range: { start: number; end: number } }): string {
  const text = WORKSPACE.files.get(path) ?? '';
  return `${path}:${text.slice(0, range.start).split('\n').length} ${text.slice(range.start, range.end)}`;
}

describe('references', () => {
  it.each([
    ['one', 'start: ‸one', ['18', '20', '25', '36', '37']],
    ['two', 'hi: ‸two', ['27', '28', '29', '30', '31']],
    ['triage', 'agent:‸triage', ['3', '22', '33']],
    ['docs', "['‸docs", ['6', '13', '23']],
    ['classify', 'action: ‸classify', ['8', '34']],
    ['chat', 'memory.‸chat', ['17', '36']],
    ['REGION', 'env.‸REGION', ['1', '9', '15']],
    ['hi', '‸hi: two', ['27']],
    ['write', 'action: ‸write', ['44']],
  ])('of %s', (name, needle, lines) => {
    const { analysis, offset } = at('flows/main.yaml', needle.replace('‸', ''));
    const found = referencesAt(analysis, offset + needle.indexOf('‸'), undefined).map(show);
    expect(found).toEqual(name === 'write' ? [] : lines.map((line) => `flows/main.yaml:${line} ${name}`));
  });

  it('reach into the files that import, and mark the definition', () => {
    const { analysis, offset } = at('flows/main.yaml', 'writer"');
    const found = referencesAt(analysis, offset, WORKSPACE.files);
    expect(found.map(show)).toEqual([
      'flows/main.yaml:11 writer',
      'flows/main.yaml:40 writer',
      'flows/shared.yaml:2 writer',
      'flows/shared.yaml:7 writer',
    ]);
    expect(found.map(({ isDefinition }) => isDefinition)).toEqual([false, false, true, false]);
    const write = at('flows/shared.yaml', 'write,');
    expect(referencesAt(write.analysis, write.offset, WORKSPACE.files).map(show)).toEqual([
      'flows/shared.yaml:5 write',
      'flows/shared.yaml:7 write',
      'flows/main.yaml:41 write',
    ]);
  });

  it('are none for data, comments and what is not defined', () => {
    for (const needle of ['next: two, x', '# the one', 'core:http', 'in-memory', 'TIMEOUT']) {
      const path = needle === '# the one' ? 'flows/shared.yaml' : 'flows/main.yaml';
      const { analysis, offset } = at(path, needle);
      const found = referencesAt(analysis, offset + 6, WORKSPACE.files);
      expect(found.length, needle).toBe(needle === 'TIMEOUT' ? 1 : 0);
    }
  });
});

describe('the definition', () => {
  it.each([
    ['flows/main.yaml', 'writer"', 'flows/shared.yaml:2 writer'],
    ['flows/main.yaml', './shared.yaml', 'flows/shared.yaml:2 writer'],
    ['flows/main.yaml', 'write\n', 'flows/shared.yaml:5 write'],
    ['flows/other.yaml', './tool.yaml', 'flows/tool.yaml:1 lookup'],
    ['flows/other.yaml', 'lookup', 'flows/tool.yaml:1 lookup'],
    ['flows/pack.yaml', 'acme', 'packages/acme/search@1.2.0.yaml:1 search'],
    ['flows/main.yaml', 'REGION }}', 'flows/main.yaml:1 REGION'],
  ])('of %s at %s is %s', (path, needle, expected) => {
    const { analysis, offset } = at(path, needle);
    const found = definitionAt(analysis, offset, WORKSPACE.files);
    expect(found && show({ path: found.path, range: found.selection })).toBe(expected);
  });

  it('in another file is not found without the files', () => {
    const { analysis, offset } = at('flows/main.yaml', './shared.yaml');
    expect(definitionAt(analysis, offset)).toBeNull();
  });
});

/** The lines that a rename makes others, as `path:line text`. */
function rename(path: string, needle: string, to: string): string[] {
  const { analysis, offset } = at(path, needle);
  const renamed = renameAt(analysis, offset, { to, ...WORKSPACE });
  if (!renamed.ok) return [`${renamed.error.code}: ${renamed.error.message}`];
  const after = applyTransaction(WORKSPACE, renamed.value);
  if (!after.ok) throw new Error(after.error.message);
  return [...after.value.files].flatMap(([file, text]) => {
    const before = (WORKSPACE.files.get(file) ?? '').split('\n');
    return text
      .split('\n')
      .flatMap((line, index) => (line === before[index] ? [] : [`${file}:${index + 1} ${line.trim()}`]));
  });
}

describe('a rename', () => {
  it('of a task follows transitions, start and templates, and keeps its card', () => {
    expect(rename('flows/main.yaml', 'one\n', 'first')).toEqual([
      'flows/main.yaml:18 start: first',
      'flows/main.yaml:20 - id: first',
      'flows/main.yaml:25 condition: tasks.first.output.topic',
      'flows/main.yaml:36 m: "{{ memory.chat.last_messages | len }} \\"{{ tasks[\\"first\\"].status }}\\""',
      'flows/main.yaml:37 on_error: { routes: { TIMEOUT_ERROR: first } }',
    ]);
    const { analysis, offset } = at('flows/main.yaml', 'one }');
    const renamed = renameAt(analysis, offset, { to: 'first', ...WORKSPACE });
    expect(renamed.ok && renamed.value.layouts?.get('flows/main.yaml')?.positions.get('first')).toEqual({ x: 1, y: 2 });
  });

  it('of a task follows the imports of it in other files', () => {
    const { analysis, offset } = at('flows/shared.yaml', 'own,');
    const files = new Map([...WORKSPACE.files, ['flows/uses.yaml', 'tasks:\n  - import: ./shared.yaml#own\n']]);
    const renamed = renameAt(analysis, offset, { to: 'mine', files });
    const after = renamed.ok ? applyTransaction({ ...WORKSPACE, files }, renamed.value) : renamed;
    expect(after.ok && after.value.files.get('flows/uses.yaml')).toBe('tasks:\n  - import: ./shared.yaml#mine\n');
  });

  it('at a use renames the definition', () => {
    expect(rename('flows/main.yaml', 'two\n        lo', 'second')).toHaveLength(5);
    expect(rename('flows/main.yaml', 'classify\n    with', 'sort')).toEqual([
      'flows/main.yaml:8 - id: sort',
      'flows/main.yaml:34 action: sort',
    ]);
  });

  it('of what is imported goes over all files, from either side', () => {
    const expected = [
      'flows/main.yaml:11 - import: ./shared.yaml#author',
      'flows/main.yaml:40 use: "agent:author"',
      'flows/shared.yaml:2 - id: author # the one',
      'flows/shared.yaml:7 - { id: own, type: basic, use: "agent:author", action: write }',
    ];
    expect(rename('flows/main.yaml', 'writer\n', 'author')).toEqual(expected);
    expect(rename('flows/shared.yaml', 'writer #', 'author')).toEqual(expected);
    expect(rename('flows/shared.yaml', 'write,', 'draft')).toEqual([
      'flows/main.yaml:41 action: draft',
      'flows/shared.yaml:5 - { id: draft, instructions: Go, output: {} }',
      'flows/shared.yaml:7 - { id: own, type: basic, use: agent:writer, action: draft }',
    ]);
    expect(rename('flows/tool.yaml', 'lookup', 'find')).toEqual([
      'flows/tool.yaml:1 id: find',
      'flows/other.yaml:4 - { id: a, type: basic, use: "tool:find" }',
    ]);
  });

  it('of a name that an import gave is that of the canvas: here alone, where it gets an id', () => {
    const { analysis, offset } = at('flows/other.yaml', 'lookup');
    const named = { kind: 'tool', id: 'lookup', to: 'find', files: WORKSPACE.files } as const;
    expect(renameAt(analysis, offset, { to: 'find', ...WORKSPACE })).toEqual(renameResource(analysis, named));
    expect(rename('flows/other.yaml', 'lookup', 'find').slice(0, 2)).toEqual([
      'flows/other.yaml:2 - id: find',
      'flows/other.yaml:3 import: ./tool.yaml',
    ]);
    expect(prepareRenameAt(analysis, offset, WORKSPACE.files)).toMatchObject({
      value: { kind: 'tool', text: 'lookup', keptIn: 'flows/tool.yaml' },
    });
    const behind = at('flows/main.yaml', 'writer\n');
    const prepared = prepareRenameAt(behind.analysis, behind.offset, WORKSPACE.files);
    expect(prepared.ok && prepared.value.keptIn).toBeUndefined();
  });

  it('of a name of env follows every env and every template of the file', () => {
    expect(rename('flows/main.yaml', 'REGION }}', 'PLACE')).toEqual([
      'flows/main.yaml:1 env: { PLACE: eu }',
      'flows/main.yaml:9 instructions: "In {{ env.PLACE }}"',
      'flows/main.yaml:15 env: { "PLACE": us }',
    ]);
    expect(rename('flows/main.yaml', 'REGION }}', '2 x')[0]).toMatch(/^INVALID_ID/);
  });

  it('of a route gives its key another name', () => {
    expect(rename('flows/main.yaml', 'hi: two', 'high')).toEqual(['flows/main.yaml:27 high: two']);
    expect(rename('flows/main.yaml', 'TIMEOUT', 'PROVIDER_ERROR')).toEqual([
      'flows/main.yaml:37 on_error: { routes: { PROVIDER_ERROR: one } }',
    ]);
  });

  it.each([
    ['flows/main.yaml', 'one\n', 'two', 'DUPLICATE_ID'],
    ['flows/main.yaml', 'one\n', 'end', 'INVALID_ID'],
    ['flows/main.yaml', 'end]', 'x', 'NOT_A_NAME'],
    ['flows/main.yaml', 'core:http', 'x', 'NOT_DEFINED_HERE'],
    ['flows/main.yaml', 'instructions', 'x', 'NOT_A_NAME'],
    ['flows/main.yaml', 'hi: two', 'lo', 'DUPLICATE_ROUTE'],
    ['flows/other.yaml', './tool.yaml', 'x', 'IS_A_FILE'],
    ['flows/pack.yaml', 'acme', 'x', 'IS_A_FILE'],
  ])('in %s at %j to %s is refused: %s', (path, needle, to, code) => {
    expect(rename(path, needle, to)[0]).toMatch(new RegExp(`^${code}: .+`));
  });
});

it('reports before a rename what would be renamed, or why nothing can be', () => {
  const { analysis, offset } = at('flows/main.yaml', 'triage\n    action');
  const prepared = prepareRenameAt(analysis, offset);
  expect(prepared.ok && [prepared.value.kind, prepared.value.text]).toEqual(['agent', 'triage']);
  const broken = atCursor('tasks: [\n  - id: a‸');
  expect(prepareRenameAt(broken.analysis, broken.offset)).toMatchObject({ ok: false, error: { code: 'SYNTAX_ERROR' } });
});

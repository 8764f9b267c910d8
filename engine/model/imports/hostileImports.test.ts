import { describe, expect, test } from 'vitest';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { findTask, resolveImports } from '../index.ts';

function resolve(text: string, files: Readonly<Record<string, string>> = {}) {
  return resolveImports({ path: 'flows/w.yaml', syntax: parseSyntax(text), texts: new Map(Object.entries(files)) });
}

/** The problems of all imports of a document, as `kind message`. */
function problemsOf(text: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  return resolve(text, files).sites.flatMap(({ problem }) => (problem ? [`${problem.kind} ${problem.message}`] : []));
}

const task = (reference: string) => `tasks: [{ id: t, import: '${reference}' }]`;

describe('an import', () => {
  test.each([
    ['of the web', 'https://example.com/t.yaml', 'missing', 'address of the web'],
    ['of a file by its address', 'file:///etc/t.yaml', 'missing', 'address of the web'],
    ['with the separators of Windows', '.\\lib\\t.yaml', 'missing', '"./lib/t.yaml"'],
    ['of a drive', 'C:\\lib\\t.yaml', 'missing', 'write it with "/"'],
    ['out of the workspace', '../../t.yaml', 'outside', 'leads out'],
    ['out of it on a way round', './a/../../../t.yaml', 'outside', 'leads out'],
    ['of a package out of it', 'acme:../../t', 'outside', 'leads out'],
    ['of itself', './w.yaml#t', 'cycle', 'flows/w.yaml#t → flows/w.yaml#t'],
    ['of this document as a whole', './w.yaml', 'definition', 'holds several definitions'],
    ['of a list', './list.yaml', 'unreadable', 'list.yaml'],
    ['of no text', './empty.yaml', 'definition', 'not a map'],
    ['of broken YAML', './broken.yaml', 'unreadable', 'line 2'],
    ['of an alias inside the node it refers to', './loop.yaml', 'unreadable', 'ALIAS'],
    ['of nothing', ' ', 'missing', 'neither'],
    ['of no id', './list.yaml#', 'missing', 'neither'],
    ['with a NUL', './a\u0001.yaml', 'missing', 'no file'],
  ])('%s is reported', (_, reference, kind, words) => {
    const files = {
      'flows/list.yaml': '- a\n',
      'flows/empty.yaml': '',
      'flows/broken.yaml': 'type: basic\nuse: [',
      'flows/loop.yaml': 'type: composite\ntasks: &a [{ tasks: *a }]',
    };
    const [problem] = problemsOf(task(reference), files);
    expect(problem).toMatch(new RegExp(`^${kind} `));
    if (words !== 'ALIAS') expect(problem).toContain(words);
  });

  test.each([
    ['a byte order mark and CRLF', '\uFEFFtype: basic\r\nuse: core:log\r\n'],
    ['JSON', '{"type": "basic", "use": "core:log"}'],
    ['an anchor and an alias', 'type: &b basic\nname: *b\nuse: core:log'],
    ['a merge key', '<<: { type: basic, use: "core:log" }'],
    ['comments', '# first\ntype: basic # second\nuse: core:log\n# last'],
  ])('reads a file with %s', (_, text) => {
    const { workflow, sites } = resolve(task('./t.json'), { 'flows/t.json': text });
    expect(sites).toMatchObject([{ problem: null }]);
    expect(workflow.tasks[0]).toMatchObject({ type: 'basic', use: { text: 'core:log' } });
  });

  test('by way of an alias counts wherever the alias is', () => {
    const { workflow } = resolve(
      yaml`
        tools: [&shared { id: a, import: "./t.yaml" }, *shared]
        tasks: &all [{ id: t, type: composite, tasks: [{ id: c, import: "#t2" }] }, { id: t2, type: map }]
      `,
      { 'flows/t.yaml': 'use: core:log' },
    );
    expect(workflow.tools.map(({ use }) => use?.text)).toEqual(['core:log', 'core:log']);
    expect(findTask(workflow, 'c')).toMatchObject({ type: 'map' });
  });

  test('keeps what is no prototype', () => {
    const { workflow } = resolve(task('./t.yaml'), {
      'flows/t.yaml': 'type: basic\nwith: { __proto__: { polluted: true }, constructor: 1 }',
    });
    expect(workflow.tasks[0]?.with).toEqual(
      new Map<string, unknown>([
        ['__proto__', new Map([['polluted', true]])],
        ['constructor', 1],
      ]),
    );
    expect('polluted' in {}).toBe(false);
  });
});

/** A document with so many tools, each of which imports another one of one file. */
const tools = (count: number) =>
  `tools:\n${Array.from({ length: count }, (_, n) => `  - { id: t${n}, import: "/lib.yaml#d${n}" }`).join('\n')}`;

describe('many imports', () => {
  const definitions = Array.from({ length: 2_000 }, (_, n) => `  - { id: d${n}, use: core:log }`).join('\n');
  const shared = { 'lib.yaml': `tools:\n${definitions}` };

  test('2,000 of one file are read, one more is a problem', () => {
    expect(problemsOf(tools(2_000), shared)).toEqual([]);
    expect(problemsOf(tools(2_001), shared)).toEqual([expect.stringContaining('depth More than 2000 definitions')]);
  });

  test('of large definitions end before they are too much to read', () => {
    const large = `type: map\nconfig: { mapping: [${Array.from({ length: 9_000 }, () => '1').join(', ')}] }`;
    const tasks = `tasks: [${Array.from({ length: 100 }, (_, n) => `{ id: t${n}, import: ./l.yaml }`).join(', ')}]`;
    const problems = problemsOf(tasks, { 'flows/l.yaml': large });
    expect(problems).toHaveLength(78);
    expect(problems[0]).toContain('More than 200000 keys and values');
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkAnalysis } from '../engine/check/index.ts';
import { analyze } from '../engine/graph/index.ts';

const ROOT = join(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'docs/format.md'), 'utf8');

interface Proof {
  readonly file: string;
  readonly name: string;
}

const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([whole, text = ''], index) => ({
  line: page.slice(0, page.indexOf(whole)).split('\n').length,
  text,
  index,
}));

/** What the example of imports finds in its workspace. */
const IMPORTED = new Map([
  ['flows/agents/triage.yaml', 'id: triage\nuse: core:agent\nconfig: { provider: mock, model: mock-small }'],
  ['shared/steps.yaml', 'tasks: [{ id: sort, type: basic, use: agent:triage }]'],
  ['packages/acme/keep@1.4.0.yaml', 'type: basic\nuse: core:log'],
  ['packages/acme/store@1.4.0.yaml', 'use: core:log\nschema: { input: { type: object }, output: { type: object } }'],
  [
    'packages/acme/greeter.yaml',
    'use: core:agent\nconfig: { provider: mock, model: m }\nactions: [{ id: greet, instructions: Greet, output: { type: object } }]',
  ],
]);

/** Every test the page names: `file`: "name" · "name" · `file`: … */
const proofs: readonly Proof[] = page
  .split(/\n\n/)
  .filter((paragraph) => paragraph.startsWith('*Proved by*'))
  .flatMap((paragraph) => {
    let file = '';
    return [...paragraph.replaceAll('\n', ' ').matchAll(/`([^`]+\.(?:test|spec)\.ts)`:|"((?:[^"]|\\")+)"/g)].flatMap(
      ([, path, name]) => {
        if (path !== undefined) file = path;
        return name === undefined ? [] : [{ file, name }];
      },
    );
  });

test.each(examples)('the example in line $line has no errors and no warnings', ({ text }) => {
  const found = checkAnalysis(analyze('flows/example.yaml', text, undefined, IMPORTED)).filter(
    ({ severity }) => severity !== 'info',
  );
  expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

test('every rule that is built names a test, and every test named exists', () => {
  expect(examples.length).toBeGreaterThan(15);
  expect(proofs.length).toBeGreaterThan(100);
  const missing = proofs.filter(({ file, name }) => !declares(file, name));
  expect(missing).toEqual([]);
});

test('every section has a proof', () => {
  const sections = page.split(/^#{2,3} /m).slice(1);
  expect(
    sections.filter((section) => !section.includes('*Proved by*')).map((section) => section.split('\n')[0]),
  ).toEqual([]);
});

test('every link leads to a heading or a file', () => {
  const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) =>
    link.startsWith('#') ? !anchors.includes(link.slice(1)) : !existsSync(join(ROOT, 'docs', link)),
  );
  expect(broken).toEqual([]);
});

const texts = new Map<string, string>();

/** Whether a file of tests holds a test, a table of tests or a group with exactly this name. */
function declares(file: string, name: string): boolean {
  const path = join(ROOT, file);
  if (!existsSync(path)) return false;
  const text = texts.get(file) ?? readFileSync(path, 'utf8').replaceAll("\\'", "'");
  texts.set(file, text);
  return [`'${name}'`, `"${name}"`].some(
    (literal) => text.includes(`(${literal},`) || text.includes(`(\n  ${literal},`),
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toJson } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { parseSyntax, toNodeData } from '../syntax/index.ts';
import { findProgram } from './index.ts';
import { FOREIGN_FILES } from './testing.ts';

const FILES = Object.entries(FOREIGN_FILES).map(([name, file]) => ({ name, ...file }));

const asJson = (text: string, indent?: number | string): string =>
  JSON.stringify(toJson(toNodeData(parseSyntax(text).root)), null, indent);

/** The only finding of a text, with what it underlines. */
function onlyFinding(text: string) {
  const found = checkAnalysis(analyze('w.yaml', text));
  expect(found).toHaveLength(1);
  const [{ code, severity, message, range, fixes } = expect.fail()] = found;
  return { code, severity, message, fixes, place: text.slice(range.start, range.end) };
}

describe('is one error that names the program, and what its parts are here', () => {
  test.each(FILES)('for $name', ({ program, text }) => {
    const { code, severity, message, fixes } = onlyFinding(text);
    expect({ code, severity, fixes }).toEqual({ code: 'OTHER_DIALECT', severity: 'error', fixes: undefined });
    expect(message).toContain(`This is a workflow for ${program} (`);
    expect(message).toMatch(/Rewrite it in this format: each .*\btask\b.*on_success/);
  });

  test.each(FILES.filter(({ isAlsoJson }) => isAlsoJson))('for $name as JSON', ({ program, text }) => {
    for (const json of [asJson(text, 2), asJson(text, '\t'), asJson(text)])
      expect(onlyFinding(json).message).toContain(`This is a workflow for ${program} (`);
  });

  test('at the key that tells it, of which a list has one in its first item', () => {
    expect(onlyFinding('# mine\njobs: { a: { runs-on: x, steps: [] } }\n').place).toBe('jobs');
    expect(onlyFinding('apiVersion: compozy.loop/v1\nkind: Loop\n').place).toBe('apiVersion');
    expect(onlyFinding('[{ "nodes": [{ "type": "n8n-nodes-base.if" }] }]').place).toBe('"nodes"');
  });

  test('also where its YAML is broken behind what tells it', () => {
    expect(onlyFinding('on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: "echo\n').code).toBe(
      'OTHER_DIALECT',
    );
  });
});

const samples = join(import.meta.dirname, '../../public/samples');

describe('is not', () => {
  test.each(readdirSync(samples).filter((name) => /\.ya?ml$/.test(name)))('a sample: %s', (name) => {
    expect(findProgram(parseSyntax(readFileSync(join(samples, name), 'utf8')))).toBeNull();
  });

  test.each([
    ['tasks with keys of others', 'on: push\njobs: { a: { runs-on: x } }\ntasks: [{ id: a, type: basic, needs: [b] }]'],
    ['steps in the place of tasks', 'name: x\nsteps: [{ id: a, use: "core:log" }]'],
    ['nodes in the place of tasks', 'nodes: [{ id: a, type: basic }]\nedges: []'],
    ['what a build server runs', 'trigger: [main]\npool: { vmImage: x }\nsteps: [{ script: npm test }, { task: A@1 }]'],
    ['an application of containers', 'services: { db: { image: postgres } }'],
    ['a definition', 'use: core:http\nconfig: { base_url: "https://example.com" }\nschema: { input: {}, output: {} }'],
    ['a list of tasks', '- { id: a, type: basic }'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(findProgram(parseSyntax(text))).toBeNull();
  });
});

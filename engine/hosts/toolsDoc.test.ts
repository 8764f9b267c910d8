import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { createMemoryHome, createPerformer, Exposure, type HostPorts } from '../effects/index.ts';
import { createRunScript } from '../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../effects/scripts/serveScripts.ts';
import { analyze } from '../graph/index.ts';
import type { RunView } from '../run/index.ts';
import { validateJson } from '../schema/index.ts';
import { createMemoryFiles, createMemoryKeyValues } from '../testing/memoryFiles.ts';
import { type LoopbackServer, serveLoopback } from '../testing/serving/serveLoopback.ts';
import { BUILT_INS, type BuiltInTool, builtInUse } from '../tools/index.ts';
import { beginRun, createChildRuns, createRealClock, prepareRun, runToEnd } from './node/index.ts';

const ROOT = new URL('../../', import.meta.url);
const sections = new Map(
  readFileSync(new URL('docs/tools.md', ROOT), 'utf8')
    .split(/^## /m)
    .map((section): [string, string] => [section.slice(0, section.indexOf('\n')), section]),
);

const format = readFileSync(new URL('docs/format.md', ROOT), 'utf8');

/** Responses of the app itself: its page, and the data of the samples. */
let app: LoopbackServer;
beforeAll(async () => {
  app = await serveLoopback((request, response) => {
    const isPage = request.url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
    response.end(readFileSync(new URL(isPage ? 'index.html' : `public${request.url}`, ROOT)));
  });
});
afterAll(() => app.close());

/** Runs a workflow with everything in memory, except the app's own address. */
async function run(source: string, texts: Readonly<Record<string, string>>): Promise<RunView> {
  const files = createMemoryFiles(texts);
  const shared: HostPorts = {
    files,
    keyValues: createMemoryKeyValues(),
    memory: createMemoryHome(),
    runScript: createRunScript(() => ({ run: createScriptServer(), end: () => undefined })),
  };
  const version = 'test';
  const children = createChildRuns(
    { runId: 'r', root: 'r', files: ['example.yaml'] },
    {
      files,
      variables: [],
      salt: 's',
      prices: [],
      exposure: new Exposure(),
      journals: null,
      repeats: { policy: 'yes', ask: async () => null },
      createClock: createRealClock,
      createPerformer: (vault, ports) =>
        createPerformer({ baseUrl: app.url, ...shared, ...ports, resolveSecret: vault.resolveSecret }),
    },
  );
  const { runWorkflow } = children;
  const prepared = await prepareRun(
    { path: 'example.yaml', source, input: {}, variables: [], simulate: false, seed: 1 },
    { runId: 'r', at: 0, salt: 's', version },
  );
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  const { workflow, started, vault } = prepared.value;
  const restored = await beginRun(workflow, [started]);
  if (!restored.ok) throw new Error(restored.error.message);
  const performer = createPerformer({ baseUrl: app.url, ...shared, runWorkflow, resolveSecret: vault.resolveSecret });
  const view = await runToEnd({ restored: restored.value, performer, clock: createRealClock(), children });
  performer.close();
  return view;
}

const uses = BUILT_INS.map((tool) => [builtInUse(tool), tool] as const);

/** The example of a section, and the files it finds in its workspace. */
function readExample(use: string): { readonly source: string; readonly texts: Readonly<Record<string, string>> } {
  const blocks = [...(sections.get(use) ?? '').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  const texts = blocks.flatMap((text) => [...text.matchAll(/^# (\S+\.yaml)\n/g)].map(([, path = '']) => [path, text]));
  return { source: blocks.at(-1) ?? '', texts: Object.fromEntries(texts) };
}

test.each(uses)('the example of %s runs and gives its output', async (use) => {
  const { source, texts } = readExample(use);
  expect(source).toContain(`use: ${use}`);
  const found = checkAnalysis(analyze('example.yaml', source)).filter(({ severity }) => severity !== 'info');
  expect(found.map(({ message }) => message)).toEqual([]);
  const view = await run(source, texts);
  expect([view.status, view.error]).toEqual(['success', null]);
  expect(view.output).toEqual(JSON.parse(/^```json\n(.*)\n```/m.exec(sections.get(use) ?? '')?.[1] ?? 'null'));
});

test.each(uses)('the output of %s in its example matches its schema', async (use, { schema }) => {
  const { source, texts } = readExample(use);
  const { workflow } = analyze('example.yaml', source);
  const view = await run(source, texts);
  const outputs = workflow.tasks
    .filter((task) => task.use?.text === use || task.use?.repo === 'tool')
    .map(({ id }) => view.tasks.get(id))
    .filter((task) => task?.status === 'success')
    .map((task) => task?.output ?? null);
  expect(outputs.flatMap((output) => validateJson(schema.output, output).errors)).toEqual([]);
  if (use !== 'core:raise') expect(outputs.length).toBeGreaterThan(0);
});

test.each(uses)('a new task of %s matches its schema', async (_, { schema, start }) => {
  expect(validateJson(schema.input, start).errors).toEqual([]);
});

/** Tools that need something a new file does not have: an address that answers, a memory, another file. */
const NEEDS_MORE = ['core:http', 'core:memory', 'core:workflow', 'core:raise'];

test.each(uses.filter(([use]) => !NEEDS_MORE.includes(use)))(
  'a new task of %s runs as it is',
  async (use, { start }) => {
    const view = await run(JSON.stringify({ tasks: [{ id: 'new', type: 'basic', use, with: start }] }), {});
    expect([view.status, view.error]).toEqual(['success', null]);
  },
);

test.each(uses)('the section of %s matches its declaration', (use, tool) => {
  const section = sections.get(use) ?? '';
  expect(section.split('\n')[2]).toBe(tool.description);
  expect(section.split('\n').filter((line) => /^\| (?:config|input|output) \|/.test(line))).toEqual(rowsOf(tool));
});

test.each(uses)('the row of %s in the format names its keys', (use, { schema }) => {
  const row = format.split('\n').find((line) => line.startsWith(`| \`${use}\` |`)) ?? '';
  const cells = row.split('|').slice(2, 5);
  const parts = [schema.config, schema.input, schema.output];
  expect(cells.map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))).toEqual(
    parts.map(({ properties }) => Object.keys(properties ?? {})),
  );
});

/** The rows of a section's table. */
function rowsOf({ schema }: BuiltInTool): readonly string[] {
  return (['config', 'input', 'output'] as const).flatMap((part) => {
    const { properties, required, description, type } = schema[part];
    if (properties === undefined) return type === undefined ? [`| ${part} | | anything | ${plain(description)} |`] : [];
    const isRequired = (name: string): boolean =>
      part !== 'output' && Array.isArray(required) && required.includes(name);
    return Object.entries(properties).map(
      ([name, property]) =>
        `| ${part} | \`${name}\` | ${wordsOf(property, isRequired(name))} | ${plain(property['description'])} |`,
    );
  });
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'map',
};

function wordsOf({ type, enum: words, default: fallback }: JsonObject, isRequired: boolean): string {
  const types =
    type === undefined ? [] : [type].flat().map((each) => (typeof each === 'string' ? (WORDS[each] ?? '') : ''));
  const what = Array.isArray(words) ? words.map((word) => `\`${word}\``).join(', ') : types.join(' or ') || 'anything';
  const isSaid = fallback !== undefined && typeof fallback !== 'object';
  return [what, ...(isSaid ? [`default \`${fallback}\``] : []), ...(isRequired ? ['required'] : [])].join('; ');
}

/** A sentence without its full stop, as in the cells of tables. */
function plain(description: Json | undefined): string {
  return typeof description === 'string' ? description.replace(/\.$/, '') : '';
}

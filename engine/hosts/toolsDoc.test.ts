import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type Json } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { BUILT_IN_TOOLS, createMemoryHome, createPerformer, type HostPorts } from '../effects/index.ts';
import { createRunScript } from '../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../effects/scripts/serveScripts.ts';
import { analyze } from '../graph/index.ts';
import type { RunView } from '../run/index.ts';
import { createMemoryFiles, createMemoryKeyValues } from '../testing/memoryFiles.ts';
import { type LoopbackServer, serveLoopback } from '../testing/serveLoopback.ts';
import { beginRun, createRealClock, createRunWorkflow, prepareRun, runToEnd } from './node/index.ts';

const ROOT = new URL('../../', import.meta.url);
const sections = new Map(
  readFileSync(new URL('docs/tools.md', ROOT), 'utf8')
    .split(/^## /m)
    .map((section): [string, string] => [section.slice(0, section.indexOf('\n')), section]),
);

/** What an address of the app itself answers: its page, and the data of the samples. */
let app: LoopbackServer;
beforeAll(async () => {
  app = await serveLoopback((request, response) => {
    const isPage = request.url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
    response.end(readFileSync(new URL(isPage ? 'index.html' : `public${request.url}`, ROOT)));
  });
});
afterAll(() => app.close());

/** Runs a text in a world that is all in memory, but for the app's own address. */
async function run(source: string, texts: Readonly<Record<string, string>>): Promise<RunView> {
  const files = createMemoryFiles(texts);
  const shared: HostPorts = {
    files,
    keyValues: createMemoryKeyValues(),
    memory: createMemoryHome(),
    runScript: createRunScript(() => ({ run: createScriptServer(), end: () => undefined })),
  };
  const version = 'test';
  const runWorkflow = createRunWorkflow({
    file: 'example.yaml',
    files,
    variables: [],
    salt: 's',
    version,
    now: () => Date.now(),
    delay: (ms) => sleep(ms),
    createPerformer: (vault, ports) =>
      createPerformer({ baseUrl: app.url, ...shared, ...ports, resolveSecret: vault.resolveSecret }),
  });
  const prepared = await prepareRun(
    { path: 'example.yaml', source, input: {}, variables: [], simulate: false, seed: 1 },
    { runId: 'r', at: 0, salt: 's', version },
  );
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  const { workflow, started, vault } = prepared.value;
  const restored = await beginRun(workflow, [started]);
  if (!restored.ok) throw new Error(restored.error.message);
  const performer = createPerformer({ baseUrl: app.url, ...shared, runWorkflow, resolveSecret: vault.resolveSecret });
  const view = await runToEnd({ restored: restored.value, performer, clock: createRealClock() });
  performer.close();
  return view;
}

const uses = BUILT_IN_TOOLS.map((tool) => [tool.use, tool] as const);

test.each(uses)('the example of %s runs and gives its output', async (use) => {
  const section = sections.get(use) ?? '';
  const blocks = [...section.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  const texts = Object.fromEntries(
    blocks.flatMap((text) => [...text.matchAll(/^# (\S+\.yaml)\n/g)].map(([, path = '']) => [path, text])),
  );
  const source = blocks.at(-1) ?? '';
  expect(source).toContain(`use: ${use}`);
  const found = checkAnalysis(analyze('example.yaml', source)).filter(({ severity }) => severity !== 'info');
  expect(found.map(({ message }) => message)).toEqual([]);
  const view = await run(source, texts);
  expect([view.status, view.error]).toEqual(['success', null]);
  expect(view.output).toEqual(JSON.parse(/^```json\n(.*)\n```/m.exec(section)?.[1] ?? 'null'));
});

test.each(uses)('the section of %s names every field', (use, { schema }) => {
  const section = sections.get(use) ?? '';
  for (const part of ['config', 'input', 'output'] as const)
    for (const name of fieldsOf(schema[part])) expect(section).toContain(`| ${part} | \`${name}\` |`);
});

function fieldsOf(schema: Json): readonly string[] {
  const properties = isJsonObject(schema) ? schema['properties'] : null;
  return isJsonObject(properties ?? null) ? Object.keys(properties ?? {}) : [];
}

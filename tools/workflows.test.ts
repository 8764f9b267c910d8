import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './ensure.mjs';

/** GitHub's own parser, bundled into a file: a part of what it imports Node alone cannot load. */
async function loadParser(): Promise<typeof import('./testing/workflowParser.mjs')> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-workflows-'));
  const file = path.join(folder, 'parser.mjs');
  try {
    const bundle = await rolldown({ input: path.join(ROOT, 'tools/testing/workflowParser.mjs'), platform: 'node' });
    await bundle.write({ file, format: 'esm' });
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadParser();

const OWN = '.github/workflows';
const FILES = [...readdirSync(path.join(ROOT, OWN)).map((name) => `${OWN}/${name}`), 'deploy/ci/github.yaml'];

/** What GitHub's own parser says of a workflow: keys, types, and expressions with what may be read where. */
async function findFaults(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly needs?: string | readonly string[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const parsed = (file: string): Workflow => parse(read(file));
const stepsOf = (file: string) => Object.values(parsed(file).jobs).flatMap(({ steps }) => steps);

test('there are workflows for tests, releases and pages', () => {
  expect(FILES).toEqual([
    ...['pages', 'release', 'test'].map((name) => `${OWN}/${name}.yaml`),
    'deploy/ci/github.yaml',
  ]);
});

test.each(FILES)('%s is what GitHub reads', async (file) => {
  expect(await findFaults(file, read(file))).toEqual([]);
});

test.each([
  ['runs-on:', 'run-on:', "Unexpected value 'run-on'"],
  ['github.token', 'githu.token', "Unrecognized named-value: 'githu'"],
  ['needs: build', 'needs: built', 'unknown job'],
  ['contents: read', 'contents: none-at-all', "Unexpected value 'none-at-all'"],
])('%s written as %s is found', async (right, wrong, fault) => {
  const found = await findFaults('release.yaml', read(`${OWN}/release.yaml`).replaceAll(right, wrong));
  expect(found.join('\n')).toContain(fault);
});

test.each(FILES)('%s may do nothing but what its jobs say, and ends', (file) => {
  const { permissions, jobs } = parsed(file);
  if (!file.startsWith(OWN)) return;
  expect(permissions).toEqual({ contents: 'read' });
  for (const [name, job] of Object.entries(jobs)) {
    expect(job['timeout-minutes'], name).toBeLessThanOrEqual(60);
    // What builds and tests the sources could be made to run anything by a package: it can write nothing.
    const writes = Object.values(job.permissions ?? {}).includes('write');
    expect(writes && job.steps.some(({ run }) => /npm (ci|test|run|install)/.test(run ?? '')), name).toBe(false);
  }
});

test.each(FILES)('%s leaves no token in the checkout, and names the version of each action', (file) => {
  for (const { uses, with: inputs } of stepsOf(file)) {
    if (uses === undefined) continue;
    expect(uses).toMatch(/@v\d+$/);
    if (uses.startsWith('actions/checkout@')) expect(inputs?.['persist-credentials']).toBe(false);
  }
});

test('the commands of workflows are those of this repository', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commands = FILES.flatMap((file) => stepsOf(file).flatMap(({ run }) => run ?? [])).join('\n');
  const names = [...commands.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(names).toContain('site');
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
  const tools = [...commands.matchAll(/node (tools\/\S+)/g)].map(([, tool = '']) => tool);
  expect(tools).toEqual(['tools/changelog.mjs']);
  expect(tools.filter((tool) => !existsSync(path.join(ROOT, tool)))).toEqual([]);
});

/** What a job must be allowed for a step to do anything: GitHub says so only when the step fails there. */
const NEEDS: readonly { readonly step: RegExp; readonly permissions: Readonly<Record<string, string>> }[] = [
  { step: /^actions\/configure-pages@/, permissions: { pages: 'read' } },
  { step: /^actions\/deploy-pages@/, permissions: { pages: 'write', 'id-token': 'write' } },
  { step: /^docker\/login-action@/, permissions: { packages: 'write' } },
  { step: /npm publish .*--provenance/, permissions: { 'id-token': 'write' } },
  { step: /gh release create/, permissions: { contents: 'write' } },
  { step: /gh workflow run/, permissions: { actions: 'write' } },
];

test('each job of ours may do what its steps need', () => {
  const jobs = FILES.filter((file) => file.startsWith(OWN)).flatMap((file) => Object.entries(parsed(file).jobs));
  const given = jobs.flatMap(([name, { permissions, steps }]) =>
    NEEDS.filter(({ step }) => steps.some(({ uses, run }) => step.test(uses ?? run ?? ''))).map((need) => {
      expect(permissions ?? {}, name).toMatchObject(need.permissions);
      return need;
    }),
  );
  expect(given).toHaveLength(5);
});

test('a release starts the pages of its tag, since what a workflow publishes starts no other one', () => {
  const pages = parse(read(`${OWN}/pages.yaml`));
  expect(Object.keys(pages.on)).toEqual(['workflow_dispatch']);
  const started = parsed(`${OWN}/release.yaml`).jobs['release']?.steps.map(({ run }) => run ?? '') ?? [];
  expect(started.findIndex((run) => run.startsWith('gh workflow run pages.yaml'))).toBeGreaterThan(
    started.findIndex((run) => run.startsWith('gh release create')),
  );
  const [, input = ''] = /--field "(\w+)=v\$VERSION"/.exec(started.join('\n')) ?? [];
  expect(Object.keys(pages.on.workflow_dispatch.inputs)).toEqual([input]);
  expect(stepsOf(`${OWN}/pages.yaml`)[0]?.with?.['ref']).toBe(`\${{ inputs.${input} }}`);
});

test('what is published is what was tested: each job of a release begins once its build has succeeded', () => {
  const { jobs } = parsed(`${OWN}/release.yaml`);
  const { build, ...others } = jobs;
  expect(build?.steps.map(({ run }) => run)).toContain('npm test');
  for (const [name, { needs }] of Object.entries(others)) expect([needs].flat(), name).toContain('build');
  expect(jobs['package']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
});

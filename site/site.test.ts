import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DomHandler, Parser } from 'htmlparser2';
import { beforeAll, describe, expect, test } from 'vitest';
import { analyze } from '#engine';
import { type RunEvent, type RunEventBody } from '#engine/run';
import { taskStarted, taskSucceeded } from '#engine/testing';
import { drawStory } from './drawStory.ts';
import { framePage } from './frame.ts';
import { highlightYaml } from './highlightYaml.ts';
import { landing } from './landing.ts';
import { GROUPS, type Page } from './listPages.ts';
import { rankSections } from './rankSections.ts';
import type { RenderedPage } from './renderPage.ts';
import { indexOf, renderDocs } from './writeSite.ts';

const ROOT = path.join(import.meta.dirname, '..');

let docs: ReadonlyMap<Page, RenderedPage>;
beforeAll(() => {
  docs = renderDocs({ root: ROOT, source: null });
});

/** The attributes of all elements of a page. */
function attributesOf(html: string): readonly Readonly<Record<string, string>>[] {
  const found: Record<string, string>[] = [];
  const handler = new DomHandler(null, {}, (element) => void found.push(element.attribs));
  new Parser(handler).end(html);
  return found;
}

const pages = () =>
  [...docs].map(([page, rendered]) => ({
    page,
    rendered,
    attributes: attributesOf(framePage(page, rendered, [...docs.keys()])),
  }));

describe('the docs as a site', () => {
  test('has every page of the docs in the list at its side, once', () => {
    const listed = Object.values(GROUPS).flat();
    expect(new Set(listed).size).toBe(listed.length);
    const files = readdirSync(path.join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
    expect(files.filter((name) => !listed.includes(`docs/${name}`))).toEqual([]);
  });

  test('has no link that leads nowhere', () => {
    const all = pages();
    const ids = new Map(
      all.map(({ page, attributes }) => [page.address, new Set(attributes.flatMap(({ id }) => id ?? []))]),
    );
    const broken = all.flatMap(({ page, attributes }) =>
      attributes
        .flatMap(({ href, src }) => href ?? src ?? [])
        .filter((link) => !/^[a-z]+:/.test(link) && !isThere(page.address, link, ids))
        .map((link) => `${page.file}: ${link}`),
    );
    expect(broken).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  test('opens every complete workflow in the app', () => {
    const examples = new Map([...docs.values()].flatMap((page) => page.examples.map(({ name, text }) => [name, text])));
    const opened = pages().flatMap(({ attributes }) =>
      attributes.flatMap(({ href }) => /#\/\?(example|template)=(.+)$/.exec(href ?? '')?.slice(1) ?? []),
    );
    expect(opened.length / 2).toBeGreaterThan(120);
    const names = opened.filter((_, index) => opened[index - 1] === 'example');
    expect(names.toSorted()).toEqual([...examples.keys()].toSorted());
    // What the app takes for the name of an example.
    expect(names.filter((name) => !/^[a-z0-9-]{1,80}$/.test(name))).toEqual([]);
    const templates = opened.filter((_, index) => opened[index - 1] === 'template');
    expect(templates.filter((id) => !readdirSync(path.join(ROOT, 'public/templates')).includes(`${id}.yaml`))).toEqual(
      [],
    );
    expect(templates.length).toBe(24);
    const wrong = [...examples].filter(([name, text]) => analyze(`${name}.yaml`, text).workflow.tasks.length === 0);
    // They show what is wrong with texts that have no tasks.
    expect(wrong.filter(([name]) => !name.startsWith('diagnostics-'))).toEqual([]);
  });

  test.each([
    ['retry backoff', 'docs/format.html#failure'],
    ['core:http', 'docs/tools.html#corehttp'],
    ['webhook signature', 'docs/triggers.html'],
    ['drill', 'docs/drill.html'],
    ['NUMBER_AS_TEXT', 'docs/diagnostics.html'],
  ])('finds “%s”', (search, address) => {
    const found = rankSections(indexOf(docs), search).map(({ entry }) => entry.address);
    expect(found.slice(0, 5).some((each) => each.startsWith(address))).toBe(true);
  });

  test('finds nothing for words that no part has together, and nothing for no words', () => {
    expect(rankSections(indexOf(docs), 'backoff zzzz')).toEqual([]);
    expect(rankSections(indexOf(docs), '  ')).toEqual([]);
  });

  test('writes texts as texts', () => {
    expect(highlightYaml('a: "<b>" # {{ x }}\nb: {{ x }}')).toBe(
      '<span class="key">a</span>: <span class="text">&quot;&lt;b&gt;&quot;</span> <span class="comment"># {{ x }}</span>\n<span class="key">b</span>: <span class="expression">{{ x }}</span>',
    );
    const tools = [...docs].find(([{ file }]) => file === 'docs/tools.md')?.[1].html;
    expect(tools).toContain('<code>use: core:&lt;name&gt;</code>');
  });
});

describe('the run on the first page', () => {
  const TEXT =
    'name: Two\ntasks:\n  - { id: a, name: First, type: basic, on_success: { next: b } }\n  - { id: b, type: basic }\n';
  const begin: RunEventBody = { type: 'run.started', runId: 'r', input: {}, simulate: false };
  const taken: RunEventBody = {
    type: 'edge.taken',
    taskId: 'a',
    activation: 1,
    via: 'on_success',
    target: 'b',
    with: {},
  };
  const events = [
    begin,
    taskStarted('a', 1),
    taskSucceeded('a', 1),
    taken,
    taskStarted('b', 2),
    taskSucceeded('b', 2),
  ].map((body, seq): RunEvent => ({ seq, at: 1000 + seq * 100, ...body }));

  test('is drawn at each instant, and without a script as it ended', async () => {
    const { svg, instants, steps } = await drawStory('two.yaml', TEXT, events);
    expect(instants).toEqual([0, 100, 200, 300, 400, 500]);
    expect(steps).toEqual([
      { title: 'First', status: 'success', from: 100, to: 200 },
      { title: 'b', status: 'success', from: 400, to: 500 },
    ]);
    const running = svg.split('\n').filter((line) => line.includes('>Running<'));
    const instantsOf = running.map((line) => /data-at="([\d,]+)" display="none"/.exec(line)?.[1]);
    expect(new Set(instantsOf)).toEqual(new Set(['1', '4']));
    const shown = svg.split('\n').filter((line) => !line.includes('display="none"') && line.includes('>Success'));
    expect(shown).toHaveLength(2);
  });

  test('is on the page with what leads on from it', async () => {
    const story = await drawStory('two.yaml', TEXT, events);
    const templates = JSON.parse(readFileSync(path.join(ROOT, 'public/templates/index.json'), 'utf8'));
    const attributes = attributesOf(landing(story, templates));
    const links = attributes.flatMap(({ href }) => href ?? []);
    const addresses = new Set([...docs.keys()].map(({ address }) => address));
    expect(links.filter((link) => link.startsWith('docs/') && !addresses.has(link))).toEqual([]);
    expect(links.filter((link) => link.startsWith('app/#/?template='))).toHaveLength(templates.length);
    expect(attributes.find(({ max }) => max !== undefined)?.['max']).toBe('500');
  });
});

/** Files that the build writes next to pages. */
const BESIDE = /^(site\.(css|js)|index\.html|docs\/signalbox\.png)$/;

function isThere(from: string, link: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [file = '', part] = link.split('#', 2);
  const address = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
  if (address.startsWith('app/')) return address === 'app/' || isPublic(address);
  const found = ids.get(address);
  if (found === undefined) return BESIDE.test(address);
  return part === undefined || found.has(decodeURIComponent(part));
}

function isPublic(address: string): boolean {
  const file = path.join(ROOT, address.replace(/^app\//, 'public/'));
  return readdirSync(path.dirname(file)).includes(path.basename(file));
}

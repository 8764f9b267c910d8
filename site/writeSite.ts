import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunEvent } from '#engine/run';
import type { Template } from '../app/platform/index.ts';
import { drawStory } from './drawStory.ts';
import { framePage } from './frame.ts';
import { landing } from './landing.ts';
import { listPages, type Page } from './listPages.ts';
import type { Entry } from './rankSections.ts';
import { type RenderedPage, renderPage } from './renderPage.ts';

/** The sample whose run the first page plays. */
export const SAMPLE = 'public/samples/support-triage.yaml';

export interface SiteSources {
  /** The repository. */
  readonly root: string;
  /** Where sources can be read, with `/` at the end; null: not known. */
  readonly source: string | null;
  /** A recorded run of {@link SAMPLE}. */
  readonly events: readonly RunEvent[];
}

/** All pages of the docs with what they became. */
export function renderDocs({ root, source }: Pick<SiteSources, 'root' | 'source'>): ReadonlyMap<Page, RenderedPage> {
  const pages = listPages(root);
  const files = new Set(pages.map(({ file }) => file));
  return new Map(pages.map((page) => [page, renderPage(page, { pages: files, source })]));
}

/** The texts of the site by their paths: pages, the examples that the app opens, and what the search looks through. */
export async function writeSite(sources: SiteSources): Promise<ReadonlyMap<string, string>> {
  const { root, events } = sources;
  const docs = renderDocs(sources);
  const templates: readonly Template[] = JSON.parse(
    readFileSync(path.join(root, 'public/templates/index.json'), 'utf8'),
  );
  const story = await drawStory(SAMPLE, readFileSync(path.join(root, SAMPLE), 'utf8'), events);
  const all = [...docs.keys()];
  return new Map([
    ['index.html', landing(story, templates)],
    ['search.json', JSON.stringify(indexOf(docs))],
    ['site.css', styleOf(root)],
    ['docs/llms.txt', readFileSync(path.join(root, 'docs/llms.txt'), 'utf8')],
    ...[...docs].map(([page, rendered]): [string, string] => [page.address, framePage(page, rendered, all)]),
    // As text, which programs rather read.
    ...all.map(({ address, text }): [string, string] => [address.replace(/\.html$/, '.md'), text]),
    ...[...docs.values()].flatMap(({ examples }) =>
      examples.map(({ name, text }): [string, string] => [`app/examples/${name}.yaml`, text]),
    ),
  ]);
}

/** What the search looks through: all sections; of decisions, which are for who works on Signalbox, the pages alone. */
export function indexOf(docs: ReadonlyMap<Page, RenderedPage>): readonly Entry[] {
  return [...docs].flatMap(([{ file, title }, { sections }]) => {
    const listed = /^docs\/decisions\/\d/.test(file) ? sections.slice(0, 1) : sections;
    return listed.map((section) => ({ page: title, ...section }));
  });
}

/** The look of the app: its colours by day and by night, its typefaces, and what only the site has. */
function styleOf(root: string): string {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const tokens = read('app/ui/tokens.css').replace(
    /:root\[data-theme="dark"\] (\{[^}]*\})/,
    '@media (prefers-color-scheme: dark) { :root $1 }',
  );
  const fonts = FONTS.map(
    ({ family, file }) =>
      `@font-face { font-family: "${family}"; font-weight: 100 900; font-display: swap; src: url("fonts/${path.posix.basename(file)}") format("woff2"); }`,
  );
  return [...fonts, tokens, read('site/site.css')].join('\n');
}

/** Typefaces, as files of packages. */
export const FONTS = [
  { family: 'Inter Variable', file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' },
  {
    family: 'JetBrains Mono Variable',
    file: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  },
] as const;

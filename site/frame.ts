import { escapeHtml } from './highlightYaml.ts';
import { GROUPS, type Page } from './listPages.ts';
import { rootFrom } from './PageRendering.ts';
import type { RenderedPage } from './renderPage.ts';

/** Nothing of the site comes from elsewhere, and nothing in it is a script but its own file. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

interface Frame {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** What is inside of `body`, below the bar. */
  readonly body: string;
}

/** A whole page: the bar with the search, and what is below it. */
export function frame({ address, title, description, body }: Frame): string {
  const up = rootFrom(address);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${up}app/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}site.css">
<script src="${up}site.js" defer data-root="${up}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${up}index.html"><img src="${up}app/icon.svg" alt="" width="22" height="22">Signalbox</a>
<nav aria-label="Site"><a href="${up}docs/index.html">Docs</a><a href="${up}docs/recipes.html">Recipes</a></nav>
<div class="search" role="search"><input type="search" id="search" placeholder="Search the docs" aria-label="Search the docs" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><ul id="found" role="listbox" aria-label="Search results" hidden></ul></div>
<a class="button primary" href="${up}app/">Open the app</a>
</header>
${body}
</body>
</html>
`;
}

/** A page of the docs: all pages at one side, what is on this one at the other. */
export function framePage(page: Page, { html, headings }: RenderedPage, pages: readonly Page[]): string {
  const titles = new Map(pages.map((each) => [each.file, each]));
  const up = rootFrom(page.address);
  const groups = Object.entries(GROUPS).map(([name, files]) => {
    const links = files.flatMap((file) => {
      const each = titles.get(file);
      if (each === undefined) return [];
      const isHere = file === page.file ? ' aria-current="page"' : '';
      return [`<li><a href="${up}${each.address}"${isHere}>${escapeHtml(shortTitle(each))}</a></li>`];
    });
    return `<h2>${name}</h2><ul>${links.join('')}</ul>`;
  });
  const contents = headings.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('');
  return frame({
    address: page.address,
    title: `${page.title} · Signalbox`,
    description: `${page.title}: docs of Signalbox, the workflow designer that runs what it draws.`,
    body: `<div class="docs">
<details class="side" id="pages"><summary>All pages</summary><nav aria-label="Pages">${groups.join('')}</nav></details>
<main id="content" tabindex="-1">${html}</main>
${headings.length > 2 ? `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${contents}</ul></nav>` : ''}
</div>`,
  });
}

function shortTitle({ file, title }: Page): string {
  return file === 'README.md' ? 'What it is' : title;
}

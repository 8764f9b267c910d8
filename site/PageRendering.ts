import path from 'node:path';
import type { Parser, Tokens } from 'marked';
import { type Example, exampleName, isWorkflow, openAddress } from './examples.ts';
import { escapeHtml, highlightYaml } from './highlightYaml.ts';
import { addressOf, type Page } from './listPages.ts';

/** A part of a page under one heading, as the search looks through it. */
export interface Section {
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

export interface Surroundings {
  /** Files of the repository that are pages. */
  readonly pages: ReadonlySet<string>;
  /** Where sources can be read, with `/` at the end; null: not known, and links to them are only words. */
  readonly source: string | null;
}

/** The way from a page to the root of the site. */
export function rootFrom(address: string): string {
  return '../'.repeat(address.split('/').length - 1);
}

/** How one page of the docs becomes HTML, token by token, and what is read from it on the way. */
export class PageRendering {
  /** Headings of the second level, for the list of what is on the page. */
  readonly headings: { readonly id: string; readonly title: string }[] = [];
  readonly sections: { readonly title: string; readonly address: string; text: string }[] = [];
  readonly examples: Example[] = [];
  readonly #page: Page;
  readonly #surroundings: Surroundings;
  readonly #ids = new Map<string, number>();
  #blocks = 0;
  #tables = 0;
  /** The template that the next workflow of the page is. */
  #template: string | null = null;

  constructor(page: Page, surroundings: Surroundings) {
    this.#page = page;
    this.#surroundings = surroundings;
  }

  heading({ tokens, depth }: Tokens.Heading, parser: Parser): string {
    const html = parser.parseInline(tokens);
    const title = plain(html);
    const id = this.#toId(title);
    const { address } = this.#page;
    if (depth === 2) this.headings.push({ id, title });
    if (depth <= 3) this.sections.push({ title, address: `${address}${depth === 1 ? '' : `#${id}`}`, text: '' });
    const anchor = depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this heading">#</a>`;
    return `<h${depth} id="${id}">${html}${anchor}</h${depth}>\n`;
  }

  paragraph({ tokens }: Tokens.Paragraph, parser: Parser): string {
    const html = parser.parseInline(tokens);
    this.#note(plain(html));
    return `<p>${html}</p>\n`;
  }

  listitem({ tokens, loose }: Tokens.ListItem, parser: Parser): string {
    const html = parser.parse(tokens, loose);
    this.#note(plain(html));
    return `<li>${html}</li>\n`;
  }

  /** A block of code; a complete workflow opens in the app. */
  code({ text, lang }: Tokens.Code): string {
    this.#note(text);
    if (lang !== 'yaml') return block(escapeHtml(text), '');
    this.#blocks += 1;
    if (!isWorkflow(text)) return block(highlightYaml(text), '');
    const name = exampleName(this.#page, this.#blocks);
    if (this.#template === null) this.examples.push({ name, text: `${text}\n` });
    const address = `${rootFrom(this.#page.address)}${openAddress(name, this.#template)}`;
    this.#template = null;
    return block(highlightYaml(text), `<a class="open" href="${address}">Open in Signalbox</a>`);
  }

  codespan({ text }: Tokens.Codespan): string {
    // Recipes name their template before its text.
    this.#template = /^#\/\?template=([a-z0-9-]+)$/.exec(text)?.[1] ?? this.#template;
    // Its text is escaped already.
    return `<code>${text}</code>`;
  }

  link({ href, tokens }: Tokens.Link, parser: Parser): string {
    const html = parser.parseInline(tokens);
    const to = this.#follow(href);
    return to === null ? html : `<a href="${escapeHtml(to)}">${html}</a>`;
  }

  image({ href, text }: Tokens.Image): string {
    const file = `${rootFrom(this.#page.address)}docs/${path.posix.basename(href)}`;
    return `<img src="${file}" alt="${escapeHtml(text)}" loading="lazy">`;
  }

  table({ header, rows }: Tokens.Table, parser: Parser): string {
    // A heading without words is none.
    const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
      row
        .map(({ text, tokens }) => ({ name: text === '' ? 'td' : tag, html: parser.parseInline(tokens) }))
        .map(({ name, html }) => `<${name}>${html}</${name}>`)
        .join('');
    const lines = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`);
    for (const line of lines) this.#note(plain(line.replaceAll('</td>', ' ')));
    const head = header.some(({ text }) => text !== '') ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
    this.#tables += 1;
    const region = `class="table" role="region" aria-label="Table ${this.#tables}" tabindex="0"`;
    return `<div ${region}><table>${head}<tbody>${lines.join('\n')}</tbody></table></div>\n`;
  }

  /** Where a link of the repository leads on the site; null: nowhere. */
  #follow(href: string): string | null {
    if (/^[a-z]+:/i.test(href)) return href;
    const { pages, source } = this.#surroundings;
    const { file: own, address } = this.#page;
    const [name = '', part] = href.split('#', 2);
    const hash = part === undefined ? '' : `#${part}`;
    const file = name === '' ? own : path.posix.join(path.posix.dirname(own), name);
    const listed = [file, `${file.replace(/\/$/, '')}/README.md`].find((one) => pages.has(one));
    if (listed !== undefined) return `${rootFrom(address)}${addressOf(listed)}${hash}`;
    if (file.startsWith('public/')) return `${rootFrom(address)}${file.replace('public/', 'app/')}`;
    return source === null ? null : `${source}${file}${hash}`;
  }

  #note(text: string): void {
    const last = this.sections.at(-1);
    if (last !== undefined) last.text += ` ${text}`;
  }

  /** The id that GitHub gives a heading, with a number where an earlier one has it. */
  #toId(title: string): string {
    const id = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = this.#ids.get(id) ?? 0;
    this.#ids.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  }
}

function block(html: string, link: string): string {
  return `<div class="block">${link}<pre tabindex="0"><code>${html}</code></pre></div>\n`;
}

/** The words of a piece of HTML. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

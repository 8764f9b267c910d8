import { Marked } from 'marked';
import type { Page } from './listPages.ts';
import { PageRendering, type Surroundings } from './PageRendering.ts';

/** A page of the docs as HTML, and what was read from it. */
export interface RenderedPage extends Pick<PageRendering, 'headings' | 'sections' | 'examples'> {
  readonly html: string;
}

/** Turns a page of the docs into HTML. */
export function renderPage(page: Page, surroundings: Surroundings): RenderedPage {
  const rendering = new PageRendering(page, surroundings);
  const marked = new Marked({
    renderer: {
      heading(token) {
        return rendering.heading(token, this.parser);
      },
      paragraph(token) {
        return rendering.paragraph(token, this.parser);
      },
      listitem(token) {
        return rendering.listitem(token, this.parser);
      },
      code: (token) => rendering.code(token),
      codespan: (token) => rendering.codespan(token),
      link(token) {
        return rendering.link(token, this.parser);
      },
      image: (token) => rendering.image(token),
      table(token) {
        return rendering.table(token, this.parser);
      },
    },
  });
  const html = marked.parse(page.text, { async: false });
  const { headings, sections, examples } = rendering;
  return { html, headings, sections, examples };
}

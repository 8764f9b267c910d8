/** HTML that is safe to put into a page: whatever came from a run in it is escaped. */
export class Markup {
  readonly text: string;

  /** @param text HTML, not text: only {@link html} and what draws a picture make one */
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may hold: texts and numbers, which are escaped, and markup, which is not; `null` is nothing. */
export type MarkupPart = string | number | Markup | null | readonly (Markup | null)[];

/** Markup from a template literal. Between quotes of attributes and between tags, nothing that is put in can leave its place. */
export function html(texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  const [first = '', ...rest] = texts;
  return new Markup(first + rest.map((text, index) => toHtml(parts[index] ?? null) + text).join(''));
}

function toHtml(part: MarkupPart): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(toHtml).join('');
  return escapeHtml(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that turn the words after them around: each is written by its number. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text as HTML shows it: markup as it is written, control and bidirectional characters as something to see. */
export function escapeHtml(text: string): string {
  return text
    .replace(/\p{Surrogate}|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/\p{Control}/gu, (character) => ('\t\n\r'.includes(character) ? character : '\ufffd'))
    .replace(TURNING, (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

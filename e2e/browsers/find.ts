/** What is looked for on a page, as a person or a screen reader knows it. */
export interface Target {
  readonly role:
    | 'banner'
    | 'button'
    | 'code'
    | 'complementary'
    | 'dialog'
    | 'group'
    | 'menuitem'
    | 'radio'
    | 'region'
    | 'searchbox'
    | 'textbox';
  /** Its whole name, or a pattern of it, without flags. */
  readonly name?: string | RegExp;
  /** Where it is. */
  readonly within?: Target;
  /** Words that are in it. */
  readonly text?: string | RegExp;
}

/** What of a target a page is told: patterns do not travel. */
interface Sought {
  readonly role: Target['role'];
  readonly name: string | null;
  readonly text: string | null;
  readonly within: Sought | null;
}

/** The same, with patterns as their source. */
export function toSought({ role, name, within, text }: Target): Sought {
  return { role, name: toPattern(name, true), text: toPattern(text, false), within: within ? toSought(within) : null };
}

function toPattern(words: string | RegExp | undefined, isWhole: boolean): string | null {
  if (words === undefined) return null;
  if (typeof words !== 'string') return words.source;
  const literal = words.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return isWhole ? `^${literal}$` : literal;
}

// The page gets only the text of this function.
/* oxlint-disable unicorn/consistent-function-scoping */
/**
 * Finds what is seen on the page, there. This runs in the browser: it may refer to nothing outside itself.
 * @returns the element, and the middle of it in client px where a click would meet it; null while there is no such
 */
export function findOnPage(
  sought: Sought,
): { element: Element; x: number; y: number; isFree: boolean; text: string } | null {
  const SELECTORS: Readonly<Record<string, string>> = {
    banner: 'header',
    button: 'button, [role=button]',
    complementary: 'aside',
    dialog: 'dialog',
    group: 'fieldset',
    radio: 'input[type=radio]',
    region: 'section',
    searchbox: 'input[type=search]',
    textbox: 'input:not([type]), input[type=text], textarea',
  };
  const tidy = (words: string | null | undefined): string => (words ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter((id) => id !== '');
    if (labels.length > 0) return tidy(labels.map((id) => document.getElementById(id)?.textContent).join(' '));
    const own = element.getAttribute('aria-label');
    if (own !== null) return tidy(own);
    const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;
    return tidy(field ? [...(field.labels ?? [])].map((label) => label.textContent).join(' ') : element.textContent);
  };
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [aria-hidden=true]') === null;
  const look = ({ role, name, text, within }: Sought): Element | null => {
    const place = within === null ? document : look(within);
    const explicit = `[role=${role}]`;
    const selector = role in SELECTORS ? `${SELECTORS[role]}, ${explicit}` : explicit;
    const fits = (words: string, pattern: string | null): boolean =>
      pattern === null || new RegExp(pattern).test(words);
    const found = [...(place?.querySelectorAll(selector) ?? [])].filter(
      (element) => isSeen(element) && fits(nameOf(element), name) && fits(tidy(element.textContent), text),
    );
    return found[0] ?? null;
  };
  const element = look(sought);
  if (element === null) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const top = document.elementFromPoint(middle.x, middle.y);
  return { element, ...middle, isFree: top !== null && element.contains(top), text: tidy(element.textContent) };
}

/** A part of what is printed: text of any origin, in a colour of ours where the terminal has colours. */
export type Printed = string | { readonly color: Color; readonly text: string };

export type Color = keyof typeof COLORS;

/** Prints parts one after the other. */
export type Print = (...parts: readonly Printed[]) => void;

const COLORS = { red: '31', green: '32', yellow: '33', cyan: '36', dim: '2' };

/**
 * Characters that a terminal obeys instead of showing them, or that change how others are shown: C0 and C1 controls, line
 * separators, and marks that turn text around (bidi).
 */
const OBEYED = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';

const ANY_OBEYED = new RegExp(`[${OBEYED}]`, 'g');

/**
 * The only way to a terminal. Whatever a part says, a terminal shows it and obeys nothing but line ends and tabs: other
 * characters that it would obey are shown as marks, `⟨U+001B⟩`.
 */
export function createPrint(write: (text: string) => void, hasColor: boolean): Print {
  return (...parts) => {
    const text = parts.map((part) => format(part, hasColor)).join('');
    if (text !== '') write(text);
  };
}

/** Parts as a text for a file: what they say, without colours. */
export function toPlain(parts: readonly Printed[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** JSON with all characters in it escaped that a terminal would obey: it says the same. Line ends between values stay. */
export function escapeControls(json: string): string {
  return json.replace(ANY_OBEYED, (char) => `\\u${codeOf(char).toLowerCase()}`);
}

/** `1 test`, `2 tests`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A text of a stranger on one line: its own line ends would look like lines of ours. */
export function onOneLine(text: string): string {
  const lines = text.split(/[\n\u0085\u2028\u2029]/);
  if (lines.length === 1) return text;
  return lines.flatMap((line) => line.trim() || []).join(' ');
}

/** The beginning of a text of a stranger, on one line. */
export function toExcerpt(text: string): string {
  const line = onOneLine(text);
  return line.length <= LONGEST_EXCERPT
    ? line
    : `${line
        .slice(0, LONGEST_EXCERPT)
        .replace(/\p{Cs}$/u, '')
        .trimEnd()} …`;
}

/** In UTF-16 code units. */
const LONGEST_EXCERPT = 300;

function format(part: Printed, hasColor: boolean): string {
  if (typeof part === 'string') return markControls(part);
  const text = markControls(part.text);
  return hasColor && text !== '' ? `\u001b[${COLORS[part.color]}m${text}\u001b[0m` : text;
}

function markControls(text: string): string {
  return text.replace(ANY_OBEYED, (char) => `⟨U+${codeOf(char)}⟩`);
}

function codeOf(char: string): string {
  return char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

/** What an escape of one letter in double quotes is (YAML 1.2, 5.7). */
const ESCAPES: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
};

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g;

/** The text of double quotes on one line; undefined where an escape is none. */
export function resolveDouble(source: string): string | undefined {
  let isWrong = false;
  const value = source.slice(1, -1).replace(ESCAPE, (_, x?: string, u?: string, long?: string, letter?: string) => {
    const code = Number.parseInt(x ?? u ?? long ?? '', 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    const char = ESCAPES[letter ?? ''];
    isWrong ||= char === undefined;
    return char ?? '';
  });
  return isWrong ? undefined : value;
}

/** The text of single quotes on one line. */
export function resolveSingle(source: string): string {
  return source.slice(1, -1).replaceAll("''", "'");
}

/**
 * The text of a block scalar (YAML 1.2, 8.1) from its lines, the first of which that is not blank says how far all are indented; undefined
 * where a blank line before that is indented further.
 * @param lines without their last line break
 */
export function resolveBlock(
  lines: readonly string[],
  { isFolded, isStripped }: { readonly isFolded: boolean; readonly isStripped: boolean },
): string | undefined {
  const first = lines.findIndex((line) => /[^ ]/.test(line));
  const indent = lines[first]?.search(/[^ ]/) ?? 0;
  if (lines.slice(0, first).some((line) => line.length > indent)) return undefined;
  const cut = lines.map((line) => line.slice(indent));
  const last = cut.findLastIndex((line) => line !== '');
  const kept = cut.slice(0, last + 1);
  return (isFolded ? fold(kept) : kept.join('\n')) + (isStripped ? '' : '\n');
}

/** Joins lines by blanks; a blank line is a line break, and lines that are indented further stay as they are. */
function fold(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line !== '');
  let value = '\n'.repeat(first);
  let joint = '';
  let wasIndented = false;
  for (const line of lines.slice(first)) {
    if (line.startsWith(' ')) {
      if (joint === ' ') joint = '\n';
      else if (!wasIndented && joint === '\n') joint = '\n\n';
      value += joint + line;
      joint = '\n';
      wasIndented = true;
    } else if (line === '') {
      if (joint === '\n') value += '\n';
      else joint = '\n';
    } else {
      value += joint + line;
      joint = ' ';
      wasIndented = false;
    }
  }
  return value;
}

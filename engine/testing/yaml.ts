/**
 * A document written in a test: the first line break and the common indent are dropped, a last line of blanks as well, so
 * the text ends with a line break. Backslashes stay as written; inserted values go in unchanged, line for line.
 */
export function yaml(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const parts = strings.raw.map((part) => part.replace(/\\(`|\$\{)/g, '$1'));
  const first = (parts[0] ?? '').replace(/^[ \t]*\r?\n/, '');
  const last = parts.length - 1;
  const trimmed = parts.map((part, index) => {
    const text = index === 0 ? first : part;
    return index === last ? text.replace(/(^|\n)[ \t]*$/, '$1') : text;
  });
  const indent = commonIndent(trimmed);
  const pattern = new RegExp(`\\n {${indent}}`, 'g');
  return trimmed
    .map((part, index) => (index === 0 ? `\n${part}` : part).replace(pattern, '\n').slice(index === 0 ? 1 : 0))
    .map((part, index) => (index === last ? part : part + String(values[index])))
    .join('');
}

/** The smallest indent of the lines that hold anything; a line that continues after an inserted value has no indent. */
function commonIndent(parts: readonly string[]): number {
  const lines = parts.join('\u0000').split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return indents.length === 0 ? 0 : Math.min(...indents);
}

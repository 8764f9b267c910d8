/**
 * Whether one expression spans the trimmed text, so that its value keeps its type: `"{{ tasks.a.output.n }}"`.
 * A `}}` inside quotes does not close.
 */
export function isWholeTemplate(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{{') && findClosing(trimmed, 2) === trimmed.length - 2 && trimmed.length >= 4;
}

/** Braces nest: `{{ {a: {b: 1}} }}` closes where its own opening does. */
function findClosing(text: string, from: number): number {
  let quote = '';
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const char = text[index] ?? '';
    if (quote !== '') {
      if (char === '\\') index++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (char === '}' && text[index + 1] === '}') return index;
  }
  return -1;
}

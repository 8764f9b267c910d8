/** Whether a text holds at least one `{{` that is not escaped as `\{{`, and a `}}` after it (format.md 8). */
export function isTemplate(text: string): boolean {
  const open = findOpening(text, 0);
  return open !== -1 && text.includes('}}', open + 2);
}

/**
 * Whether one expression spans the trimmed text, so that its value keeps its type: `"{{ tasks.a.output.n }}"`.
 * A `}}` inside quotes does not close.
 */
export function isWholeTemplate(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{{') && findClosing(trimmed, 2) === trimmed.length - 2 && trimmed.length >= 4;
}

function findOpening(text: string, from: number): number {
  let open = text.indexOf('{{', from);
  while (open > 0 && text[open - 1] === '\\') open = text.indexOf('{{', open + 2);
  return open;
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

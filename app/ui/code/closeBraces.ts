/** A text and where the caret is in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

/**
 * What a keystroke makes of a text with templates: `{{` gets its `}}`, a space after it one on the other side, and a `}` that
 * is typed where one waits goes over it. Anything but one character typed stays as it is.
 * @param before the text before the keystroke
 */
export function closeBraces(before: string, typed: TypedText): TypedText {
  const { text, caret } = typed;
  const key = text[caret - 1];
  const [head, tail] = [text.slice(0, Math.max(0, caret - 1)), text.slice(caret)];
  if (head + tail !== before) return typed;
  if (key === '{') {
    const isOpening = head.endsWith('{') && !head.endsWith('{{') && !/^[^{]*\}\}/.test(tail);
    return isOpening ? { text: `${text.slice(0, caret)}}}${tail}`, caret } : typed;
  }
  if (key === ' ') {
    const isEmpty = head.endsWith('{{') && tail.startsWith('}}');
    return isEmpty ? { text: `${head}  ${tail}`, caret } : typed;
  }
  return key === '}' ? (typeOver(head, tail) ?? typed) : typed;
}

function typeOver(head: string, tail: string): TypedText | null {
  const open = head.lastIndexOf('{{');
  if (open < 0 || head.slice(open).includes('}}')) return null;
  const inside = head.slice(open + 2);
  // The second brace of a pair whose first was typed over.
  if (inside.endsWith('}') && tail.startsWith('}') && depthOf(inside.slice(0, -1)) === 0)
    return { text: head + tail, caret: head.length + 1 };
  const closing = /^\s*\}\}/.exec(tail)?.[0];
  if (closing === undefined || depthOf(inside) > 0) return null;
  const gap = /\s$/.test(head) ? '' : closing.slice(0, -2);
  return { text: `${head}${gap}}}${tail.slice(closing.length)}`, caret: head.length + gap.length + 1 };
}

/** How many maps and texts are open in an expression: their braces are its own. */
function depthOf(expression: string): number {
  const bare = expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  return (/["']/.test(bare) ? 1 : 0) + bare.split('{').length - bare.split('}').length;
}

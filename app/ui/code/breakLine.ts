/** What Enter writes. */
export interface LineBreak {
  readonly insert: string;
  /** Where the caret is in it. */
  readonly caret: number;
}

/**
 * What Enter writes at a caret in code: a line that begins where the one before it did, two columns further in behind a key
 * without a value, a block's sign or an opening bracket, whose closing one goes to a line below.
 */
export function breakLine(text: string, caret: number): LineBreak {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const dash = /^\s*((?:-\s+)*)/.exec(line)?.[1]?.replace(/./g, ' ') ?? '';
  const isOpen = /[{[(]\s*$/.test(line);
  const goesIn = isOpen || /(?:^|\s)[|>][+-]?\s*$|^[^#]*[\w"'\])]:\s*$/.test(line);
  const inner = `\n${indent}${dash}${goesIn ? '  ' : ''}`;
  const closing = isOpen && /^[}\])]/.test(text.slice(caret)) ? `\n${indent}` : '';
  return { insert: inner + closing, caret: inner.length };
}

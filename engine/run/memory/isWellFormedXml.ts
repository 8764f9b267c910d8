const NAME = '[A-Za-z_:][\\w:.-]*';
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
/** A comment, a section of characters, an instruction, a tag, or text without a bare `<` or `&`. */
const TOKEN = new RegExp(
  [
    '<!--(?:(?!--)[\\s\\S])*-->',
    '<!\\[CDATA\\[[\\s\\S]*?\\]\\]>',
    '<\\?[\\s\\S]*?\\?>',
    `<(/)?(${NAME})((?:${ATTRIBUTE})*)\\s*(/)?>`,
    '(?:[^<&]|&(?:[A-Za-z]\\w*|#\\d+|#x[\\dA-Fa-f]+);)+',
  ].join('|'),
  'y',
);

/**
 * Whether a text is well-formed XML as far as its tags go: one or more elements side by side, each closed in its place,
 * with quoted attributes; `&` and `<` only as entities. Text outside of all elements must be blank.
 */
export function isWellFormedXml(text: string): boolean {
  const open: string[] = [];
  let elements = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return false;
    const [token, closing, name, attributes, empty] = match;
    if (name === undefined) {
      if (open.length === 0 && !token.startsWith('<') && token.trim() !== '') return false;
      continue;
    }
    elements += 1;
    if (closing !== undefined) {
      if (empty !== undefined || attributes !== '' || open.pop() !== name) return false;
    } else if (empty === undefined) open.push(name);
  }
  return elements > 0 && open.length === 0;
}

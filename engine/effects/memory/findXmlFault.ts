/** A tag, a comment, CDATA, a declaration, or a sign that begins none. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)((?:\s+[\p{L}_][\p{L}\p{N}_.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|</gu;

const REFERENCE = /&(?!(?:[a-zA-Z][\w.-]*|#\d+|#x[\da-fA-F]+);)/;

/** What keeps a text from being well-formed XML with one root, as a sentence; null where nothing does. */
export function findXmlFault(text: string): string | null {
  const open: string[] = [];
  let roots = 0;
  let at = 0;
  for (const match of text.matchAll(MARKUP)) {
    const before = text.slice(at, match.index);
    const fault = findTextFault(before, open.length === 0);
    if (fault !== null) return fault;
    at = match.index + match[0].length;
    const [whole, slash, name, , closes] = match;
    if (whole === '<')
      return `“${text.slice(match.index, match.index + 20)}” begins no tag; write &lt; for a less-than sign.`;
    if (name === undefined) continue;
    if (slash === '/') {
      const last = open.pop();
      if (last !== name)
        return last === undefined ? `</${name}> closes nothing.` : `<${last}> is not closed before </${name}>.`;
      continue;
    }
    if (open.length === 0) roots += 1;
    if (roots > 1) return `there is more than one root: <${name}> stands beside another.`;
    if (closes !== '/') open.push(name);
  }
  const fault = findTextFault(text.slice(at), open.length === 0);
  if (fault !== null) return fault;
  if (open.length > 0) return `<${open.at(-1)}> is not closed.`;
  return roots === 0 ? 'there is no tag in it.' : null;
}

function findTextFault(text: string, isOutside: boolean): string | null {
  if (isOutside && text.trim() !== '') return `“${text.trim().slice(0, 20)}” stands outside of the root.`;
  return REFERENCE.test(text) ? 'an & begins no reference; write &amp; for it.' : null;
}

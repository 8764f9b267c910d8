/** Text for HTML. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Parts of a line of YAML, the first that fits: a comment, an expression, a quoted text, a key. */
const PARTS =
  /(?<comment>(?<=^|\s)#.*$)|(?<expression>\{\{.*?\}\})|(?<text>"[^"]*"|'[^']*')|(?<key>[\w$.:/-]+(?=:(?:\s|$)))/gm;

/** YAML as HTML with its parts in colours. */
export function highlightYaml(text: string): string {
  let html = '';
  let at = 0;
  for (const match of text.matchAll(PARTS)) {
    const [part] = match;
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    html += `${escapeHtml(text.slice(at, match.index))}<span class="${kind}">${escapeHtml(part)}</span>`;
    at = match.index + part.length;
  }
  return html + escapeHtml(text.slice(at));
}

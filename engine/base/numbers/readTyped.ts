/**
 * What a text means that a person typed where any value may be written: `true`, `false`, `null` and `~` as YAML has them; a
 * number where printing it gives the text back, character by character; text in double quotes without them. All else is the text
 * itself: `01234`, `+49170`, `1.20`, `1e14` and 20 digits are no numbers to whoever typed them.
 */
export function readTyped(text: string): null | boolean | number | string {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null' || text === '~') return null;
  const number = Number(text);
  if (Number.isFinite(number) && String(number) === text) return number;
  return /^".*"$/s.test(text) ? unquote(text) : text;
}

function unquote(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

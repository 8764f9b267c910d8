import type { Data } from '#engine/values';

/**
 * How one value is typed in a field: text as it is; numbers, booleans and null as YAML writes them; text that would be
 * read as one of these in double quotes.
 */
export function formatScalar(value: Data | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? '' : String(value);
  return parseScalar(value) === value ? value : JSON.stringify(value);
}

/** The value a typed text means. Never fails: anything else is text. */
export function parseScalar(text: string): null | boolean | number | string {
  const trimmed = text.trim();
  if (trimmed === 'true') return true;
  if (trimmed === 'false') return false;
  if (trimmed === 'null' || trimmed === '~') return null;
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(trimmed)) return Number(trimmed);
  return /^".*"$/s.test(trimmed) ? unquote(trimmed, text) : text;
}

function unquote(trimmed: string, text: string): string {
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

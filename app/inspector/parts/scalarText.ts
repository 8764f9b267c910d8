import { readTyped } from '#engine/numbers';
import { type Data } from '#engine/values';

/**
 * How one value is typed in a field: text as it is; numbers, booleans and null as YAML writes them; text that would be
 * read as one of these in double quotes.
 */
export function formatScalar(value: Data | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? '' : String(value);
  return readTyped(value) === value ? value : JSON.stringify(value);
}

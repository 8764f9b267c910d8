import { fitsInBlock, fitsOnLine } from '../lines/characters.ts';
import { quoteText } from '../lines/quoteText.ts';
import type { ScalarNode } from '../tree/Syntax.ts';

/** Where a scalar is written: inside brackets more characters have a meaning. */
export type Surroundings = 'block' | 'flow' | 'key';

/** Plain words that YAML 1.2 takes for something else than text, and those that YAML 1.1, which many tools still read, does. */
const NOT_TEXT =
  /^(?:~|null|true|false|yes|no|on|off|[-+]?\.inf|\.nan|=|<<)$|^[-+]?(?:0[xob])?[\d_.:]+(?:e[-+]?\d+)?$|^0x[\da-f]+$|^\d{4}-\d\d?-\d\d?/i;

/** Text that YAML reads as itself without quotes, whatever tool reads it. */
export function isPlainText(text: string, surroundings: Surroundings): boolean {
  if (text === '' || text !== text.trim() || NOT_TEXT.test(text) || text.includes('{{')) return false;
  if (!fitsOnLine(text)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`=]/.test(text) || /:(?:\s|$)|\s#/.test(text)) return false;
  if (surroundings === 'block') return true;
  return !/[,[\]{}]/.test(text) && (surroundings === 'flow' ? !/[:#]/.test(text) : text.length < 200);
}

/** How a scalar is to be written, where the value leaves a choice. */
export interface ScalarHabit {
  /** The quotes wanted; `plain` only where the text allows. `literal` also allows several lines. */
  readonly style: ScalarNode['style'];
  /** The quotes for text that needs some. */
  readonly mark: 'single' | 'double';
  readonly surroundings: Surroundings;
}

/** A scalar on one line. Text that holds a template is always double-quoted. */
export function formatScalar(value: ScalarNode['value'], habit: ScalarHabit): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'string') return String(value);
  if (habit.style === 'plain' || habit.style === 'literal' || habit.style === 'folded') {
    if (isPlainText(value, habit.surroundings)) return value;
  }
  const mark = habit.style === 'single' || habit.style === 'double' ? habit.style : habit.mark;
  return mark === 'single' && canQuoteSingle(value) ? `'${value.replaceAll("'", "''")}'` : quoteText(value);
}

/** The lines of a new text block: its header, then the text without indent. Null where one line or quotes show better what the text is. */
export function formatLiteral(text: string): string[] | null {
  return /^[ \n]|\n\n$/.test(text) || /^ +$/m.test(text) ? null : formatBlock(text, 0);
}

/**
 * The lines of a text block, with any text that one can hold: `|+` keeps empty lines at its end, and a digit, the columns by
 * which it is indented (1 to 9), a blank at its beginning. Null where only quotes keep the text as it is, and for one line without an end.
 */
export function formatBlock(text: string, indent: number): string[] | null {
  if (!text.includes('\n') || !fitsInBlock(text) || !/\S/.test(text)) return null;
  const digit = /^\n* /.test(text) ? String(indent) : '';
  // The YAML library drops a last line of blanks behind a first line that begins with one.
  if (digit !== '' && (!/^[1-9]$/.test(digit) || /\n +\n*$/.test(text))) return null;
  const end = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  const body = end === '-' ? text : text.slice(0, -1);
  return [`|${digit}${end}`, ...body.split('\n')];
}

function canQuoteSingle(text: string): boolean {
  return !text.includes('{{') && fitsOnLine(text);
}

function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value < 0 ? '-.inf' : '.inf';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

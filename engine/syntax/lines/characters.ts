const LONE_SURROGATE = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u00a0\\u2028\\u2029\\ufeff\\ufffe\\uffff';
const C0_CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f';

const NOT_IN_BLOCK = new RegExp(`[${CONTROLS}]|${LONE_SURROGATE}`);
const NOT_ON_LINE = new RegExp(`[\\t\\n${CONTROLS}]|${LONE_SURROGATE}`);
const TO_ESCAPE = new RegExp(`["\\\\\\t\\n${CONTROLS}]|${LONE_SURROGATE}`, 'g');
/** What YAML does not allow in a text at all. */
const FORBIDDEN = new RegExp(`[${C0_CONTROLS}]`);
const UNUSUAL = new RegExp(`[\\t\\r\\ufeff${C0_CONTROLS}]`);

/** Whether text survives in a text block: line breaks and tabs do, other controls and odd blanks do not. */
export function fitsInBlock(text: string): boolean {
  return !NOT_IN_BLOCK.test(text);
}

/** Whether text survives on one line without escapes. */
export function fitsOnLine(text: string): boolean {
  return !NOT_ON_LINE.test(text);
}

/** Replaces the characters that double quotes need an escape for. */
export function replaceEscapable(text: string, replace: (char: string) => string): string {
  return text.replace(TO_ESCAPE, replace);
}

/** The offset of the first character that YAML does not allow; -1 when there is none. */
export function findForbidden(text: string): number {
  return text.search(FORBIDDEN);
}

/** Whether a text has tabs, carriage returns, byte order marks or characters that YAML does not allow. */
export function hasUnusual(text: string): boolean {
  return UNUSUAL.test(text);
}

/** Marks that turn text around (bidi), breaks that are none in JSON, and spaces without width: a reader would not see them. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON, or a part of it, with `\u202e` in the place of each mark that would not be seen, or would turn what follows around. It says the same. */
export function escapeHidden(json: string): string {
  return json.replace(HIDDEN, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** How an expression reads a key of a map: `.key` where that is a name, else `['key']`. */
export function memberOf(key: string): string {
  if (/^[A-Za-z_$][\w$]*(-[\w$]+)*$/.test(key)) return `.${key}`;
  return `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

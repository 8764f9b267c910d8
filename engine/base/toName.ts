/**
 * The same text as the engine keeps names of properties. Text cut out of a source is a piece of it until it is used as a
 * name: reading by it is slower by half, and comparing it takes all its characters.
 */
export function toName(key: string): string {
  return Object.keys({ [key]: null })[0] ?? key;
}

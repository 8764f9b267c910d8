/** The beginning of a text that may be of any length: a line of millions of characters takes the browser seconds to lay out. */
export function shortText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The first `most` UTF-16 code units of a text, never half a character, and `mark` where there is more. */
export function cutText(text: string, most: number, mark = '…'): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\p{Cs}$/u, '')}${mark}`;
}

/**
 * The text of a double-quoted scalar with the backslash of each `\"` gone and a blank in its place, on the outer side of
 * the quotes: an expression in it can then be read in place, character for character.
 */
export function hideEscapes(text: string): string {
  if (!text.includes('\\"')) return text;
  let isOpen = false;
  return text.replaceAll(/\{\{|\\"/g, (found) => {
    isOpen = found !== '{{' && !isOpen;
    if (found === '{{') return found;
    return isOpen ? ' "' : '" ';
  });
}

/** Width of a text in px. */
type Measure = (text: string) => number;

/** A text on at most so many lines of a width in px, by words where it can; what does not fit ends in an ellipsis. */
export function fitText(text: string, width: number, most: number, measure: Measure): readonly string[] {
  const lines: string[] = [];
  let rest = text.trim().replace(/\s+/g, ' ');
  while (rest !== '') {
    if (measure(rest) <= width) return [...lines, rest];
    if (lines.length === most - 1) return [...lines, shorten(rest, width, measure)];
    const end = breakAt(rest, width, measure);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** Where a line ends that does not fit: after a word, or within one that is wider than the line. */
function breakAt(text: string, width: number, measure: Measure): number {
  const fits = fittingLength(text, width, measure);
  const space = text.lastIndexOf(' ', fits);
  return space > 0 ? space : Math.max(fits, 1);
}

function shorten(text: string, width: number, measure: Measure): string {
  const fits = fittingLength(text, width, (part) => measure(`${part.trimEnd()}…`));
  return `${text.slice(0, fits).trimEnd()}…`;
}

/** How much of a text fits, in whole characters. */
function fittingLength(text: string, width: number, measure: Measure): number {
  let length = 0;
  for (const character of text) {
    if (measure(text.slice(0, length + character.length)) > width) break;
    length += character.length;
  }
  return length;
}

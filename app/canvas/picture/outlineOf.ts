/** An element of an SVG, as a page or a parser has it. */
export interface DrawnElement {
  readonly name: string;
  readonly attribute: (name: string) => string | null;
}

/** The outline of an element of an SVG as path data. */
export function outlineOf({ name, attribute }: DrawnElement): string {
  const number = (of: string) => Number(attribute(of) ?? 0);
  switch (name) {
    case 'circle': {
      const r = number('r');
      return `M${number('cx') - r} ${number('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }
    case 'rect':
      return roundedBox(
        { x: number('x'), y: number('y'), width: number('width'), height: number('height') },
        number('rx'),
      );
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
    case 'polyline':
      return `M${attribute('points') ?? ''}`;
    case 'polygon':
      return `M${attribute('points') ?? ''}Z`;
    default:
      return attribute('d') ?? '';
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function roundedBox({ x, y, width, height }: Box, r: number): string {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`;
}

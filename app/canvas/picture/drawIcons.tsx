import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Kind, KindIcon } from '../../ui/index.ts';

/** The icons of kinds as SVG path data on a grid of 24 units, from what the page draws. */
export function drawIcons(kinds: Iterable<Kind>): ReadonlyMap<Kind, readonly string[]> {
  const place = document.createElement('div');
  const root = createRoot(place);
  try {
    return new Map(
      [...kinds].map((kind) => {
        flushSync(() => root.render(<KindIcon kind={kind} />));
        return [kind, [...(place.querySelector('svg')?.children ?? [])].map(toPathData)];
      }),
    );
  } finally {
    root.unmount();
  }
}

/** The outline of an element of an SVG as path data. */
function toPathData(element: Element): string {
  const number = (name: string) => Number(element.getAttribute(name) ?? 0);
  switch (element.tagName) {
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
      return `M${element.getAttribute('points') ?? ''}`;
    case 'polygon':
      return `M${element.getAttribute('points') ?? ''}Z`;
    default:
      return element.getAttribute('d') ?? '';
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

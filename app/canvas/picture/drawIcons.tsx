import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Kind, KindIcon } from '../../ui/index.ts';
import { outlineOf } from './outlineOf.ts';

/** The icons of kinds as SVG path data on a grid of 24 units, from what the page draws. */
export function drawIcons(kinds: Iterable<Kind>): ReadonlyMap<Kind, readonly string[]> {
  const place = document.createElement('div');
  const root = createRoot(place);
  try {
    return new Map(
      [...kinds].map((kind) => {
        flushSync(() => root.render(<KindIcon kind={kind} />));
        return [kind, [...(place.querySelector('svg')?.children ?? [])].map(readOutline)];
      }),
    );
  } finally {
    root.unmount();
  }
}

function readOutline(element: Element): string {
  return outlineOf({ name: element.tagName, attribute: (name) => element.getAttribute(name) });
}

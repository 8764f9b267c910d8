export type Side = 'top' | 'right' | 'bottom' | 'left';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Free space to the element it is placed next to, and to the edges of the window, in px. */
const GAP = 6;
const EDGE = 8;

const OPPOSITE = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' } as const;

/**
 * The upper left corner of something small next to a box: centred on the side wanted, on the opposite one where there is no
 * room, and always inside the window. All in client px.
 */
export function placeBeside(
  box: Box,
  size: Size,
  { side, window }: { readonly side: Side; readonly window: Size },
): { readonly x: number; readonly y: number } {
  const wanted = cornerAt(box, size, side);
  const isInside =
    side === 'top' || side === 'bottom'
      ? wanted.y >= EDGE && wanted.y + size.height <= window.height - EDGE
      : wanted.x >= EDGE && wanted.x + size.width <= window.width - EDGE;
  const { x, y } = isInside ? wanted : cornerAt(box, size, OPPOSITE[side]);
  return { x: clamp(x, window.width - size.width), y: clamp(y, window.height - size.height) };
}

function cornerAt(box: Box, { width, height }: Size, side: Side): { readonly x: number; readonly y: number } {
  const middle = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2 };
  switch (side) {
    case 'top':
      return { x: middle.x, y: box.y - height - GAP };
    case 'bottom':
      return { x: middle.x, y: box.y + box.height + GAP };
    case 'left':
      return { x: box.x - width - GAP, y: middle.y };
    default:
      return { x: box.x + box.width + GAP, y: middle.y };
  }
}

function clamp(value: number, room: number): number {
  return Math.round(Math.max(EDGE, Math.min(value, room - EDGE)));
}

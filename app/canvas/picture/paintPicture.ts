import { FONT, type MeasureText, type Picture, type PictureShape } from './PictureShape.ts';

/** The largest side and the largest area of an image that browsers draw, px. */
const MOST = { side: 16_384, area: 120_000_000 };

/** Pixels for each px of the canvas. */
const SCALE = 2;

/** Paints a picture as PNG with two pixels for each px, fewer where it is very large. Rejects where the browser cannot. */
export function toPng(picture: Picture): Promise<Blob> {
  const { x, y, width, height, background } = picture;
  const scale = Math.min(SCALE, MOST.side / Math.max(width, height), Math.sqrt(MOST.area / (width * height)));
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = contextOf(canvas);
  context.scale(scale, scale);
  context.translate(-x, -y);
  context.fillStyle = background;
  context.fillRect(x, y, width, height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const shape of picture.shapes) paint(context, shape);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Measures texts in the typeface of the page. */
export function createMeasure(): MeasureText {
  const context = contextOf(new OffscreenCanvas(1, 1));
  return (text, { size, weight }) => {
    context.font = `${weight} ${size}px ${FONT}`;
    return context.measureText(text).width;
  };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser does not let the page draw an image.');
  return context;
}

function paint(context: OffscreenCanvasRenderingContext2D, shape: PictureShape): void {
  context.setLineDash([]);
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, radius, fill, stroke, isDashed } = shape;
      const path = new Path2D();
      path.roundRect(x, y, width, height, radius);
      fillPath(context, path, fill);
      if (stroke === undefined) return;
      if (isDashed) context.setLineDash([4, 3]);
      context.strokeStyle = stroke;
      context.lineWidth = 1;
      context.stroke(path);
      return;
    }
    case 'path': {
      const { d, place, stroke, width, fill, dash } = shape;
      context.save();
      if (place !== undefined) {
        context.translate(place.x, place.y);
        context.rotate(((place.turn ?? 0) * Math.PI) / 180);
        context.scale(place.scale ?? 1, place.scale ?? 1);
      }
      const path = new Path2D(d);
      if (fill !== undefined) fillPath(context, path, fill);
      context.setLineDash([...(dash ?? [])]);
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.stroke(path);
      context.restore();
      return;
    }
    case 'text': {
      const { x, y, text, size, weight, fill, isCentred, halo } = shape;
      context.font = `${weight} ${size}px ${FONT}`;
      context.textAlign = isCentred ? 'center' : 'start';
      if (halo !== undefined) {
        context.strokeStyle = halo;
        context.lineWidth = 7;
        context.strokeText(text, x, y);
      }
      context.fillStyle = fill;
      context.fillText(text, x, y);
    }
  }
}

function fillPath(context: OffscreenCanvasRenderingContext2D, path: Path2D, color: string): void {
  context.fillStyle = color;
  context.fill(path, 'nonzero');
}

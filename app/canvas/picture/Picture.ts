import { type OpenedFile, toMetadata } from '../../platform/index.ts';

/** Part of a picture of a workflow, as SVG and a canvas both draw it; all lengths in px. */
export type PictureShape = BoxShape | PathShape | TextShape;

export interface BoxShape {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly fill: string;
  /** Absent: no border. */
  readonly stroke?: string;
  readonly isDashed?: boolean;
}

export interface PathShape {
  readonly kind: 'path';
  /** SVG path data. */
  readonly d: string;
  /** Where its origin is, by what it is enlarged, and how far it is turned, in degrees; absent: as it is. */
  readonly place?: { readonly x: number; readonly y: number; readonly scale?: number; readonly turn?: number };
  readonly stroke: string;
  readonly width: number;
  /** Absent: not filled. */
  readonly fill?: string;
  readonly dash?: readonly number[];
}

export interface TextShape {
  readonly kind: 'text';
  /** The start of its base line, or the middle where it is centred. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: number;
  readonly fill: string;
  readonly isCentred?: boolean;
  /** A colour around the letters, which keeps them readable on a line. */
  readonly halo?: string;
}

/** A workflow as it is drawn, with the part of the plane that it takes. */
export interface Picture {
  readonly shapes: readonly PictureShape[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly background: string;
}

/** Width of a text in px. */
export type MeasureText = (text: string, font: { readonly size: number; readonly weight: number }) => number;

/** The typeface of the picture, with one that every system has. */
export const FONT = '"Inter Variable", Inter, system-ui, sans-serif';

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

/** A picture as an SVG file that holds the workflow it shows; without one, as a part of a page. */
export function toSvg(picture: Picture, title: string, enclosed?: OpenedFile): string {
  const { x, y, width, height, background } = picture;
  const role = enclosed === undefined ? ' role="img"' : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[x, y, width, height].map(round).join(' ')}" width="${round(width)}" height="${round(height)}" font-family="${escapeXml(FONT)}"${role}>`,
    `<title>${escapeXml(title)}</title>`,
    ...(enclosed === undefined ? [] : [toMetadata(enclosed)]),
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${background}"/>`,
    ...picture.shapes.map(toElement),
    '</svg>',
    '',
  ].join('\n');
}

function toElement(shape: PictureShape): string {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, radius, fill, stroke, isDashed } = shape;
      const border = stroke === undefined ? '' : ` stroke="${stroke}"${isDashed ? ' stroke-dasharray="4 3"' : ''}`;
      return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}"${border}/>`;
    }
    case 'path': {
      const { d, place, stroke, width, fill = 'none', dash } = shape;
      const dashes = dash === undefined ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
      return `<path d="${escapeXml(d)}"${toTransform(place)} fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${dashes}/>`;
    }
    case 'text': {
      const { x, y, text, size, weight, fill, isCentred, halo } = shape;
      const anchor = isCentred ? ' text-anchor="middle"' : '';
      const around =
        halo === undefined ? '' : ` stroke="${halo}" stroke-width="7" stroke-linejoin="round" paint-order="stroke"`;
      return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}"${anchor}${around}>${escapeXml(text)}</text>`;
    }
  }
}

function toTransform(place: Extract<PictureShape, { readonly kind: 'path' }>['place']): string {
  if (place === undefined) return '';
  const { x, y, scale, turn } = place;
  const parts = [
    `translate(${round(x)} ${round(y)})`,
    ...(turn === undefined ? [] : [`rotate(${round(turn)})`]),
    ...(scale === undefined ? [] : [`scale(${round(scale)})`]),
  ];
  return ` transform="${parts.join(' ')}"`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Text for an SVG; characters that XML cannot have become the replacement character. */
export function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/\p{Surrogate}|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/\p{Control}/gu, (character) => ('\t\n\r'.includes(character) ? character : '\ufffd'))
    .replace(/[&<>"]/g, (character: string) => entities[character] ?? '');
}

import { type OpenedFile, toMetadata } from '../../platform/index.ts';
import { FONT, type Picture, type PictureShape } from './PictureShape.ts';

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

import { jsonPieces } from './pieces.ts';
import type { PlainValue } from './valueRows.ts';
import { listViews, PICTURE } from './valueViews.ts';

/** A value as a file. */
export interface ValueFile {
  readonly name: string;
  readonly content: Blob;
}

/** A value as a file: a picture as its bytes, a text as it is, all else as JSON. `stem` is the name without its ending. */
export function toFile(stem: string, value: PlainValue): ValueFile {
  if (typeof value !== 'string') return { name: `${stem}.json`, content: new Blob([...writtenParts(value)]) };
  const [view] = listViews(value);
  const picture = view === 'image' ? readPicture(value) : null;
  if (picture !== null) return { name: `${stem}.${picture.ending}`, content: picture.content };
  return { name: `${stem}.${view === 'markdown' ? 'md' : 'txt'}`, content: new Blob([value]) };
}

/** A value as text, in parts: a text as it is, all else as indented JSON that ends with a line break. */
export function* writtenParts(value: PlainValue): Generator<string> {
  if (typeof value === 'string') yield value;
  else for (const piece of jsonPieces(value)) yield `${piece}\n`;
}

/** The picture in a `data:` URL; null where what that holds cannot be read. */
function readPicture(url: string): { readonly ending: string; readonly content: Blob } | null {
  const type = PICTURE.exec(url)?.[1]?.toLowerCase() ?? '';
  const comma = url.indexOf(',');
  const held = url.slice(comma + 1);
  try {
    const isCoded = /;base64$/i.test(url.slice(0, comma));
    const bytes = isCoded ? Uint8Array.from(atob(held), (byte) => byte.charCodeAt(0)) : decodeURIComponent(held);
    const ending = type === 'jpeg' ? 'jpg' : type.replace('+xml', '');
    return { ending, content: new Blob([bytes], { type: `image/${type}` }) };
  } catch {
    return null;
  }
}

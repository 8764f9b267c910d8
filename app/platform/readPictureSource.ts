import type { OpenedFile } from './opening/fileTexts.ts';

/** The workflow that an SVG of Signalbox holds; null for any other SVG, and where what it holds is damaged. */
export function readPictureSource(svg: string): OpenedFile | null {
  const source = new RegExp(`<source xmlns="${NAMESPACE}" name="([^"]*)">([^<]*)</source>`).exec(svg);
  const layout = new RegExp(`<layout xmlns="${NAMESPACE}">([^<]*)</layout>`).exec(svg);
  const [name, text] = [fromBase64(source?.[1]), fromBase64(source?.[2])];
  if (name === null || text === null) return null;
  return { name, text, layoutText: fromBase64(layout?.[1]) };
}

function fromBase64(code: string | undefined): string | null {
  if (code === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(code.trim()), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The namespace of what Signalbox writes into an SVG. */
const NAMESPACE = 'urn:signalbox:picture:1';

/** The `<metadata>` of an SVG that holds a workflow, byte for byte, and its layout. */
export function toMetadata({ name, text, layoutText }: OpenedFile): string {
  const layout = layoutText === null ? '' : `<layout xmlns="${NAMESPACE}">${toBase64(layoutText)}</layout>`;
  return `<metadata><source xmlns="${NAMESPACE}" name="${toBase64(name)}">${toBase64(text)}</source>${layout}</metadata>`;
}

function toBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

import type { OpenedFile } from './opening/fileTexts.ts';

/** The namespace of what Signalbox writes into an SVG. */
export const NAMESPACE = 'urn:signalbox:picture:1';

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

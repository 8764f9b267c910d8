import { writeClipboard } from '../../platform/index.ts';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { documentRuntime } from './runtime.ts';
import { untrustedOf } from './trust.ts';

/** How many texts that were copied here are remembered. */
const KEPT = 20;

const REFUSED = 'The browser did not let the page write to the clipboard. Select the text and copy it by hand.';

/** Copies text and says so; says why when the browser refuses, and is false then. */
export async function copyText(text: string, said = 'Copied.', refused = REFUSED): Promise<boolean> {
  const isDone = await writeClipboard(text);
  notify(isDone ? { kind: 'success', message: said } : { kind: 'error', message: refused });
  return isDone;
}

/** Remembers that a text was copied out of the active file: pasted back, it is not foreign where that file is trusted. */
export function noteCopy(text: string): void {
  const state = session.getState();
  const {
    document: { activePath },
  } = state;
  const copy = normalize(text);
  const others = documentRuntime.ownCopies.filter((each) => each !== copy);
  const isOwn = activePath !== null && copy !== '' && untrustedOf(state, activePath).length === 0;
  documentRuntime.ownCopies = isOwn ? [copy, ...others].slice(0, KEPT) : others;
}

/** Whether all of a text was copied here, out of trusted files. */
export function isOwnCopy(text: string): boolean {
  const pasted = normalize(text);
  return pasted === '' || documentRuntime.ownCopies.some((copy) => copy === pasted);
}

/** Clipboards may change the ends of lines. */
function normalize(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

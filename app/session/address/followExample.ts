import type { AddressBar } from '../../platform/index.ts';
import { createFile, openFile } from '../document/files.ts';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';

/** The example of the docs that an address asks for, `#/?example=NAME`; null: it asks for none. */
function exampleOf(hash: string): string | null {
  const name = hash.startsWith('#/') ? new URLSearchParams(hash.split('?')[1]).get('example') : null;
  return name !== null && /^[a-z0-9-]{1,80}$/.test(name) ? name : null;
}

/**
 * Opens the example of the docs that the address asks for as a file, now and whenever a person goes to such an address. It has to look before
 * the address becomes that of what is on screen. Answers with a function that stops that.
 * @param read the text of an example by its name; rejects with an `Error` for the user
 */
export function followExample(
  bar: Pick<AddressBar, 'read' | 'onGo'>,
  read: (name: string) => Promise<string>,
): () => void {
  function look(): void {
    const name = exampleOf(bar.read());
    if (name === null) return;
    read(name).then(
      (text) => show(`${name}.yaml`, text),
      ({ message }: Error) => notify({ kind: 'error', message }),
    );
  }
  look();
  return bar.onGo(look);
}

/** Opens the file that the example was opened as before, if that is as it was. */
function show(path: string, text: string): void {
  if (session.getState().document.workspace.files.get(path) === text) openFile(path);
  // Whoever serves the page wrote it: it is asked about before it reaches anything.
  else createFile(path, { text, source: 'files.import' });
}

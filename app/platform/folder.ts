import type { Folder } from './opening/Folder.ts';

declare global {
  /** Chromium's; absent elsewhere, and on pages that came over plain HTTP. */
  var showDirectoryPicker:
    | ((options: { readonly mode: 'readwrite'; readonly id: string }) => Promise<FileSystemDirectoryHandle>)
    | undefined;
}

/** Lets the user choose a folder; null when they think better of it. Rejects with an `Error` for the user. */
export async function chooseFolder(): Promise<Folder | null> {
  // At once: the browser allows it only while the user presses something.
  const choice = globalThis.showDirectoryPicker?.({ mode: 'readwrite', id: 'signalbox' });
  choice?.catch(() => undefined);
  const { openChosen } = await loadFolders();
  return openChosen(choice);
}

/** A directory handle as a {@link Folder}. */
export async function openHandle(handle: FileSystemDirectoryHandle): Promise<Folder> {
  const { toFolder } = await loadFolders();
  return toFolder(handle);
}

/** Most people open none: what reads them comes with the first one. */
function loadFolders() {
  return import('./diskFolder.ts').catch((cause: unknown) => {
    throw new Error(
      'The code that opens folders could not be loaded. Check the connection to the server of this page, then try again.',
      { cause },
    );
  });
}

import { LAYOUT_END, notLoaded, type ReadFiles, stemOf } from './opening/fileTexts.ts';

const OPENABLE = ['.yaml', '.yml', '.json', '.svg', '.zip'];

/** The largest exported run that is opened, in bytes. */
export const MAX_RUN_BYTES = 32 * 1024 * 1024;

/**
 * Reads files as workflow texts: UTF-8 only, at most 10 MiB; `<name>.layout.json` goes with `<name>.yaml`. A zip archive is
 * read as the files in it, which are named by their paths there.
 */
export async function readFiles(list: Iterable<File>): Promise<ReadFiles> {
  // A list of the browser is empty once its event is over.
  const given = [...list];
  const reader = await import('./opening/readGiven.ts').catch(() => null);
  if (reader !== null) return reader.readGiven(given);
  return { files: [], refused: given.map(({ name }) => `${name} was not opened: ${notLoaded('files')}`) };
}

/** Lets the user choose files from disk, those that can be opened or of other endings; empty when they think better of it. */
export function chooseFiles(endings: readonly string[] = OPENABLE): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = endings.join(',');
    input.hidden = true;
    const settle = (files: readonly File[]): void => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('change', () => settle([...(input.files ?? [])]));
    input.addEventListener('cancel', () => settle([]));
    // One that is in no document may be collected before a file is chosen, and nothing comes of the choice.
    document.body.append(input);
    input.click();
  });
}

const TYPES: Readonly<Record<string, string>> = { json: 'application/json', svg: 'image/svg+xml' };

/** Saves text to the user's downloads. */
export function downloadText(name: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/yaml' }));
}

/** Saves data to the user's downloads. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Texts by path as one archive. Rejects with an `Error` for the user. */
export async function zipTexts(texts: ReadonlyMap<string, string>): Promise<Blob> {
  const { writeZip } = await import('./zip/index.ts');
  return writeZip(texts);
}

/** The name of the layout file that belongs to a workflow file. */
export function layoutNameOf(name: string): string {
  return stemOf(name) + LAYOUT_END;
}

/** Calls back with files dropped anywhere on the window, and with whether some are being dragged over it. */
export function onFileDrop(onDrop: (files: readonly File[]) => void, onDrag: (isOver: boolean) => void): () => void {
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    onDrag(true);
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) onDrag(false);
  };
  const drop = (event: DragEvent) => {
    onDrag(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    onDrop([...(event.dataTransfer?.files ?? [])]);
  };
  window.addEventListener('dragover', over);
  window.addEventListener('dragleave', leave);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('dragleave', leave);
    window.removeEventListener('drop', drop);
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

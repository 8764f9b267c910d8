/** The largest file that is opened, in bytes. */
export const MAX_BYTES = 10 * 1024 * 1024;
const LAYOUT_END = '.layout.json';
const OPENABLE = ['.yaml', '.yml', '.json', '.svg', '.zip'];

/** The largest exported run that is opened, in bytes. */
export const MAX_RUN_BYTES = 32 * 1024 * 1024;

/** The files a user gave, read. */
export interface ReadFiles {
  readonly files: readonly OpenedFile[];
  /** Why files were refused: messages for the user. */
  readonly refused: readonly string[];
}

export interface OpenedFile {
  readonly name: string;
  readonly text: string;
  /** The text of `<name>.layout.json` when it came along. */
  readonly layoutText: string | null;
}

/**
 * Reads files as workflow texts: UTF-8 only, at most 10 MiB; `<name>.layout.json` goes with `<name>.yaml`. A zip archive stands
 * for the files in it, which are named by their paths there.
 */
export async function readFiles(list: Iterable<File>): Promise<ReadFiles> {
  const given = [...list];
  const archives = given.filter(({ name }) => name.endsWith('.zip'));
  const plain = await readPlain(given.filter((file) => !archives.includes(file)));
  if (archives.length === 0) return plain;
  const files = [...plain.files];
  const refused = [...plain.refused];
  const zip = await import('./zip/index.ts').catch(() => null);
  if (zip === null) {
    refused.push(...archives.map(({ name }) => `${name} was not opened: ${notLoaded('archives')}`));
    return { files, refused };
  }
  for (const archive of archives) {
    const unzipped = await zip.unzipFiles(archive, MAX_BYTES);
    const read = await readPlain(unzipped.files);
    files.push(...read.files);
    refused.push(...unzipped.refused, ...read.refused);
  }
  return { files, refused };
}

async function readPlain(all: readonly File[]): Promise<ReadFiles> {
  const layouts = new Map<string, File>();
  for (const file of all) if (file.name.endsWith(LAYOUT_END)) layouts.set(file.name.slice(0, -LAYOUT_END.length), file);
  const files: OpenedFile[] = [];
  const refused: string[] = [];
  for (const file of all) {
    if (file.name.endsWith(LAYOUT_END)) continue;
    const text = await readText(file);
    if (!text.ok) {
      refused.push(text.reason);
      continue;
    }
    if (file.name.endsWith('.svg')) {
      const source = await readPicture(text.text);
      if (typeof source === 'string') refused.push(`${file.name} was not opened: ${source}`);
      else files.push(source);
      continue;
    }
    const layout = layouts.get(stemOf(file.name));
    const layoutText = layout ? await readText(layout) : null;
    files.push({ name: file.name, text: text.text, layoutText: layoutText?.ok ? layoutText.text : null });
  }
  if (files.length === 0 && refused.length === 0 && layouts.size > 0) {
    refused.push('A layout file holds only positions of tasks. Open it together with its workflow.');
  }
  return { files, refused };
}

/** The workflow that a picture holds, else why there is none. */
async function readPicture(svg: string): Promise<OpenedFile | string> {
  try {
    const { readPictureSource } = await import('./readPictureSource.ts');
    return readPictureSource(svg) ?? 'it holds no workflow. Only an SVG that Signalbox wrote does.';
  } catch {
    return notLoaded('pictures');
  }
}

function notLoaded(what: string): string {
  return `the code that reads ${what} could not be loaded. Check the connection to the server of this page, then try again.`;
}

/** A file's text exactly, byte order mark included; or why it is no text that can be opened. `most` in bytes. */
export async function readText(
  file: File,
  most = MAX_BYTES,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }> {
  const refuse = (why: string) => ({ ok: false, reason: `${file.name} was not opened: ${why}` }) as const;
  if (file.size > most) {
    return refuse(`it has ${(file.size / 1024 / 1024).toFixed(1)} MiB, and ${most / 1024 / 1024} MiB is the most.`);
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes.includes(0)) return refuse('it is not text. Workflows are YAML or JSON files.');
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return refuse('it is not valid UTF-8. Save it as UTF-8 and open it again.');
    return refuse('the browser could not read it.');
  }
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

function stemOf(name: string): string {
  return name.replace(/\.(ya?ml|json)$/, '');
}

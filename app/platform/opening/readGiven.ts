import { LAYOUT_END, MAX_BYTES, notLoaded, type OpenedFile, type ReadFiles, readText, stemOf } from './fileTexts.ts';

/** Reads files as `readFiles` says, which loads this with the first one. */
export async function readGiven(given: readonly File[]): Promise<ReadFiles> {
  const archives = given.filter(({ name }) => name.endsWith('.zip'));
  const plain = await readPlain(given.filter((file) => !archives.includes(file)));
  if (archives.length === 0) return plain;
  const files = [...plain.files];
  const refused = [...plain.refused];
  const zip = await import('../zip/index.ts').catch(() => null);
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
    const { readPictureSource } = await import('../readPictureSource.ts');
    return readPictureSource(svg) ?? 'it contains no workflow. Only an SVG that Signalbox exported does.';
  } catch {
    return notLoaded('pictures');
  }
}

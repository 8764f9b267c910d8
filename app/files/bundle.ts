import { formatLayout } from '#engine/layout';
import { downloadBlob, layoutNameOf, zipTexts } from '../platform/index.ts';
import { notify, session } from '../session/index.ts';
import { readTestData } from '../session/storage/index.ts';
import { exportVersions } from '../session/versions/index.ts';

/**
 * Downloads all files of the workspace with their arrangements and versions, and the rows, recorded runs and answers that its tests
 * read, as one archive. Nothing else is in it: no variables, no secrets, no other runs.
 */
export async function downloadBundle(): Promise<void> {
  const { document, storage } = session.getState();
  const { files, layouts } = document.workspace;
  const texts = new Map(files);
  for (const [path, layout] of layouts) {
    const name = layoutNameOf(path);
    // `a.yaml` and `a.json` have one name for it: what is not clear is omitted rather than given to the other.
    if (files.has(path) && !texts.has(name)) texts.set(name, formatLayout(layout));
  }
  for (const [path, text] of await readTestData(session.getState())) texts.set(path, text);
  try {
    for (const [path, text] of await exportVersions()) texts.set(path, text);
    downloadBlob(`${storage.folder?.name ?? 'signalbox'}.zip`, await zipTexts(texts));
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

import { chooseFiles, readText } from '../../platform/index.ts';
import { notify } from '../../session/index.ts';

/** The largest file of rows that is read, in bytes. */
const MOST_BYTES = 32 * 2 ** 20;

/** Lets the user choose a file of rows; null when they think better of it, or where it cannot be read, which a notice says. */
export async function chooseRows(
  endings: readonly string[] = ['.csv', '.jsonl'],
): Promise<{ readonly name: string; readonly text: string } | null> {
  const [file] = await chooseFiles(endings);
  if (file === undefined) return null;
  const read = await readText(file, MOST_BYTES);
  if (read.ok) return { name: file.name, text: read.text };
  notify({ kind: 'error', message: read.reason });
  return null;
}

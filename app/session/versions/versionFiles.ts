import { VERSION_REASONS, type VersionRecord } from '../../platform/versions/index.ts';
import { session } from '../store/store.ts';
import { joinKept, readRecords } from './keptVersions.ts';
import { unpackVersions } from './packVersions.ts';

/** How the name of a file with versions ends; before it is the name of the file that they are of. */
const END = '.versions.json';

const FORMAT = 'signalbox-versions/1';

/** The versions of the files of the workspace, as files that go next to them: texts by path. A file without an earlier text has none. */
export async function exportVersions(): Promise<ReadonlyMap<string, string>> {
  const { files } = session.getState().document.workspace;
  const records = (await readRecords()).filter((record) => tellsMore(record, files.get(record.path)));
  return new Map(
    records.map(({ path, newest, versions }) => [
      path + END,
      `${JSON.stringify({ format: FORMAT, newest, versions }, null, 1)}\n`,
    ]),
  );
}

/** Whether a record holds more than the text that its file has now, or a name that a person gave to it. */
function tellsMore({ newest, versions }: VersionRecord, text: string | undefined): boolean {
  return (
    text !== undefined && (newest !== text || versions.some(({ name, edits }) => name !== null || edits.length > 0))
  );
}

/** The name of the file whose versions a text holds; null where it is another one. */
export function versionedName(name: string, text: string): string | null {
  return name.endsWith(END) && text.slice(0, 60).includes(`"${FORMAT}"`) ? name.slice(0, -END.length) : null;
}

/** Adds versions out of a file to those of a file here, of which none is changed. Answers whether they could be read and kept. */
export async function importVersions(path: string, text: string): Promise<boolean> {
  const record = readRecord(path, text);
  return record !== null && (await joinKept(path, unpackVersions(record)));
}

function readRecord(path: string, text: string): VersionRecord | null {
  try {
    const { newest, versions }: Partial<Record<'newest' | 'versions', unknown>> = JSON.parse(text);
    if (typeof newest !== 'string' || !Array.isArray(versions) || !versions.every(isVersion)) return null;
    return { path, newest, versions };
  } catch {
    return null;
  }
}

function isVersion(value: unknown): value is VersionRecord['versions'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { id, at, reason, name, edits }: Partial<Record<string, unknown>> = { ...value };
  const isHead = typeof id === 'string' && Number.isFinite(at) && VERSION_REASONS.some((known) => known === reason);
  return isHead && (name === null || typeof name === 'string') && Array.isArray(edits) && edits.every(isEdit);
}

function isEdit(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [start, end, text]: readonly unknown[] = value;
  return Number.isInteger(start) && Number.isInteger(end) && typeof text === 'string';
}

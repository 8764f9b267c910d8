import { randomText } from '../../platform/index.ts';
import {
  createVersionStore,
  type RecordChange,
  VERSION_REASONS,
  type VersionReason,
  type VersionRecord,
} from '../../platform/versions/index.ts';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { addVersion, joinVersions } from './addVersion.ts';
import { boundVersions, MOST_ON_DEVICE, sizeOf } from './boundVersions.ts';
import { packVersions, unpackVersions, type Version } from './packVersions.ts';

/** A text to keep. */
export interface TextToKeep {
  readonly path: string;
  readonly text: string;
  readonly reason: VersionReason;
  readonly name?: string;
}

const store = createVersionStore();
const listeners = new Set<(path: string) => void>();
/** One change after the other, in the order in which they were asked for. */
let last: Promise<unknown> = Promise.resolve();
let hasFailed = false;

/** The versions of a file, newest first. Rejects with an `Error` for the user. */
export async function readVersions(path: string): Promise<readonly ListedVersion[]> {
  await last;
  const record = await store.read(path);
  return record === null ? [] : listVersions(record);
}

/** The files that have versions, by path, sorted. */
export async function readVersionedPaths(): Promise<readonly string[]> {
  return (await readRecords()).map(({ path }) => path).toSorted();
}

/** All that is kept, for the workspace's archive. */
export async function readRecords(): Promise<readonly VersionRecord[]> {
  await last;
  return store.readAll();
}

/** Calls back with the path of a file whose versions changed here. Answers with a function that stops that. */
export function onVersions(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Keeps texts, in this order; of a file that has none yet, none that is empty. Answers whether it was done; a notice says why not. */
export function keepTexts(texts: readonly TextToKeep[]): Promise<boolean> {
  return texts.reduce<Promise<boolean>>(async (before, { path, text, reason, name }) => {
    const added = { id: randomText(), at: Date.now(), reason, name: name ?? null, text };
    const isKept = await change(path, (record) =>
      record === null && text.trim() === '' ? null : addVersion(path, record, added),
    );
    return (await before) && isKept;
  }, Promise.resolve(true));
}

/** Gives a version another name; null takes it away. */
export function nameVersion(path: string, id: string, name: string | null): Promise<boolean> {
  return change(path, (record) =>
    rewrite(path, record, (versions) =>
      versions.map((version) => (version.id === id ? { ...version, name } : version)),
    ),
  );
}

/** Deletes a version; that is not undone. */
export function deleteVersion(path: string, id: string): Promise<boolean> {
  return change(path, (record) => rewrite(path, record, (versions) => versions.filter((version) => version.id !== id)));
}

/** Deletes all versions of a file; that is not undone. */
export function forgetVersions(path: string): Promise<boolean> {
  return change(path, () => null);
}

/** Adds versions from elsewhere to those of a file. */
export function joinKept(path: string, others: readonly Version[]): Promise<boolean> {
  return change(path, (record) => joinVersions(path, record, others, Date.now()));
}

/** Gives the versions of a file to the one that has its text now; those that are there stay. */
export function moveVersions(path: string, to: string): Promise<boolean> {
  return inTurn([path, to], (records) => {
    const moved = records.get(path);
    if (moved === undefined) return new Map();
    const joined = joinVersions(to, records.get(to) ?? null, unpackVersions(moved), Date.now());
    return new Map([
      [path, null],
      [to, joined],
    ]);
  });
}

function rewrite(
  path: string,
  record: VersionRecord | null,
  change: (versions: readonly Version[]) => readonly Version[],
): VersionRecord | null {
  return record === null ? null : packVersions(path, change(unpackVersions(record)), record);
}

function change(path: string, change: (record: VersionRecord | null) => VersionRecord | null): Promise<boolean> {
  return inTurn([path], (records) => new Map([[path, change(records.get(path) ?? null)]]));
}

/** How many characters the records of this device hold, by path; null until they are counted. */
let sizes: Map<string, number> | null = null;

/** Changes records, then lets the oldest versions of the device go where all together are too many. */
async function changeBounded(paths: readonly string[], change: RecordChange): Promise<readonly string[]> {
  await store.change(paths, counting(change));
  sizes ??= new Map((await store.readAll()).map((record) => [record.path, sizeOf(record)]));
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (total <= MOST_ON_DEVICE) return paths;
  const changed = new Set(paths);
  const bound = (records: Parameters<RecordChange>[0]): ReturnType<RecordChange> => {
    const bounded = boundVersions(records, MOST_ON_DEVICE);
    for (const path of bounded.keys()) changed.add(path);
    return bounded;
  };
  await store.change([...sizes.keys()], counting(bound));
  return [...changed];
}

/** The same change, and what it makes of the sizes. */
function counting(change: RecordChange): RecordChange {
  return (records) => {
    const changed = change(records);
    for (const [path, record] of changed) {
      if (record === null) sizes?.delete(path);
      else sizes?.set(path, sizeOf(record));
    }
    return changed;
  };
}

function inTurn(paths: readonly string[], change: RecordChange): Promise<boolean> {
  const done = last
    .then(() => changeBounded(paths, change))
    .then(
      (changed) => {
        hasFailed = false;
        for (const path of changed) for (const listener of listeners) listener(path);
        return true;
      },
      (error: unknown) => {
        // Each of them would say the same.
        if (!hasFailed) notify({ kind: 'warning', message: `${NOT_KEPT} ${messageOf(error)}` });
        hasFailed = true;
        return false;
      },
    );
  last = done;
  return done;
}

const NOT_KEPT = 'Versions of your files are not kept now; the files themselves are.';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A version as it is listed. */
export interface ListedVersion extends Version {
  /** How many lines it added to and took from the one before it; null for the first. */
  readonly lines: { readonly added: number; readonly removed: number } | null;
}

/** The versions of a record, newest first, each with how it differs from the one before. */
export function listVersions(record: VersionRecord): readonly ListedVersion[] {
  const versions = unpackVersions(record);
  return versions.map((version, index) => {
    const older = versions.length > index + 1 ? record.versions[index + 1] : undefined;
    if (older === undefined) return { ...version, lines: null };
    let [added, removed] = [0, 0];
    for (const [start, end, text] of older.edits) {
      added += countLines(version.text.slice(start, end));
      removed += countLines(text);
    }
    return { ...version, lines: { added, removed } };
  });
}

function countLines(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

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

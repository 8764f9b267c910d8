import { BUNDLE_MARK, CENTRAL, crc32, DEFLATED, END, LIMITS, LOCAL, STORED } from './writeZip.ts';

/** An archive that cannot be opened, with what to say of it after its name. */
export class ZipError extends Error {}

export interface Unzipped {
  /** Files by path, in the order of the archive; folders are not among them. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Whether the archive is one that Signalbox made of a workspace. */
  readonly isBundle: boolean;
}

/** A file as the directory at the end of the archive has it. */
interface ZipEntry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  /** In the archive, in bytes. */
  readonly packed: number;
  readonly size: number;
  /** Of its own record. */
  readonly offset: number;
}

/**
 * The files of an archive. Rejects with a {@link ZipError} where anything is not as a plain archive has it, and then gives
 * nothing of it:
 *
 * | refused | since |
 * |---|---|
 * | over the limits in bytes or files, by what it says and again while it is unpacked | one of some kB may unpack to any size |
 * | two files in the same place of the archive | so may one whose files overlap |
 * | a path that is absolute, leaves the folder, or has `\`, a drive or an empty part | it would name something else |
 * | a path that comes twice, also where only case or composition of letters differs | what one reader takes another one hides |
 * | encrypted, split, of zip64, packed otherwise than by deflate | it cannot be read |
 * | a wrong checksum or size | it is damaged |
 *
 * @param mostOfOne the largest file in it, in bytes
 */
export async function readZip(archive: Blob, mostOfOne: number): Promise<Unzipped> {
  if (archive.size > LIMITS.archive)
    refuse(`it has ${toMiB(archive.size)} MiB, and ${toMiB(LIMITS.archive)} MiB is the most.`);
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = findEnd(view);
  const entries = readDirectory(view, end).filter(({ path }) => !path.endsWith('/'));
  checkPaths(entries);
  checkSizes(entries, mostOfOne);
  const places = entries.map((entry) => placeOf(view, entry, end.directoryAt));
  checkOverlaps(places);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [index, entry] of entries.entries()) {
    const { dataAt = 0, endAt = 0 } = places[index] ?? {};
    files.set(entry.path, await unpack(entry, bytes.subarray(dataAt, endAt)));
  }
  return { files, isBundle: end.comment === BUNDLE_MARK };
}

interface End {
  readonly count: number;
  readonly directoryAt: number;
  readonly directorySize: number;
  readonly comment: string;
}

/** The last record, which ends where the archive does. */
function findEnd(view: DataView): End {
  const earliest = Math.max(0, view.byteLength - END.length - 0xffff);
  for (let at = view.byteLength - END.length; at >= earliest; at--) {
    if (view.getUint32(at, true) !== END.sign) continue;
    const commentLength = view.getUint16(at + 20, true);
    if (at + END.length + commentLength !== view.byteLength) continue;
    const [disk, directoryDisk, here, count] = [4, 6, 8, 10].map((place) => view.getUint16(at + place, true));
    const [directorySize = 0, directoryAt = 0] = [12, 16].map((place) => view.getUint32(at + place, true));
    if (count === undefined || count === 0xffff || directoryAt === 0xffffffff) refuse('it is in the zip64 format.');
    if (disk !== 0 || directoryDisk !== 0 || here !== count) refuse('it is one part of a split archive.');
    if (directoryAt + directorySize > at) refuse(DAMAGED);
    const comment = String.fromCharCode(...new Uint8Array(view.buffer, at + END.length, commentLength));
    return { count, directoryAt, directorySize, comment };
  }
  return refuse('it is not a zip archive, or is incomplete.');
}

function readDirectory(view: DataView<ArrayBuffer>, { count, directoryAt, directorySize }: End): readonly ZipEntry[] {
  if (count > LIMITS.files) refuse(`it holds ${count} files, and ${LIMITS.files} is the most.`);
  const endAt = directoryAt + directorySize;
  const entries: ZipEntry[] = [];
  let at = directoryAt;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL.length > endAt || view.getUint32(at, true) !== CENTRAL.sign) refuse(DAMAGED);
    const [flags = 0, method = 0] = [8, 10].map((place) => view.getUint16(at + place, true));
    const [crc = 0, packed = 0, size = 0] = [16, 20, 24].map((place) => view.getUint32(at + place, true));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    );
    const next = at + CENTRAL.length + nameLength + extraLength + commentLength;
    if (next > endAt) refuse(DAMAGED);
    const path = readName(new Uint8Array(view.buffer, at + CENTRAL.length, nameLength));
    if (flags & 0x2041) refuse(`“${path}” in it is encrypted.`);
    if (method !== STORED && method !== DEFLATED)
      refuse(`“${path}” in it is packed in a way that browsers cannot unpack.`);
    entries.push({ path, method, crc, packed, size, offset: view.getUint32(at + 42, true) });
    at = next;
  }
  return entries;
}

function readName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('a name in it is not UTF-8.');
  }
}

function checkPaths(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>();
  for (const { path } of entries) {
    const parts = path.split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..') || /[\\\0]|^[a-z]:/i.test(path))
      refuse(`“${path}” in it is not a path inside a folder.`);
    const same = path.normalize('NFC').toLowerCase();
    if (seen.has(same)) refuse(`“${path}” is in it twice.`);
    seen.add(same);
  }
}

function checkSizes(entries: readonly ZipEntry[], mostOfOne: number): void {
  let unpacked = 0;
  for (const { path, size, packed, method } of entries) {
    if (size > mostOfOne) refuse(`“${path}” in it has ${toMiB(size)} MiB, and ${toMiB(mostOfOne)} MiB is the most.`);
    if (method === STORED && packed !== size) refuse(DAMAGED);
    unpacked += size;
  }
  if (unpacked > LIMITS.unpacked)
    refuse(`it unpacks to ${toMiB(unpacked)} MiB, and ${toMiB(LIMITS.unpacked)} MiB is the most.`);
}

interface EntryOffsets {
  readonly offset: number;
  readonly dataAt: number;
  readonly endAt: number;
}

/** Where a file lies. Its own record has to name it as the directory does. */
function placeOf(view: DataView<ArrayBuffer>, { path, offset, packed }: ZipEntry, directoryAt: number): EntryOffsets {
  if (offset + LOCAL.length > directoryAt || view.getUint32(offset, true) !== LOCAL.sign) refuse(DAMAGED);
  const [nameLength = 0, extraLength = 0] = [26, 28].map((place) => view.getUint16(offset + place, true));
  const dataAt = offset + LOCAL.length + nameLength + extraLength;
  const endAt = dataAt + packed;
  if (endAt > directoryAt) refuse(DAMAGED);
  const name = readName(new Uint8Array(view.buffer, offset + LOCAL.length, nameLength));
  if (name !== path) refuse(`“${path}” in it has two names.`);
  return { offset, dataAt, endAt };
}

function checkOverlaps(places: readonly EntryOffsets[]): void {
  let last = 0;
  for (const { offset, endAt } of places.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < last) refuse('files in it overlap.');
    last = endAt;
  }
}

async function unpack(
  { path, method, crc, size }: ZipEntry,
  packed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = method === STORED ? packed : await inflate(packed, size, path);
  if (bytes.length !== size || crc32(bytes) !== crc) refuse(`“${path}” in it is damaged.`);
  return bytes;
}

/** Stops at the first byte that is more than was said. */
async function inflate(packed: Uint8Array<ArrayBuffer>, size: number, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let length = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => refuse(`“${path}” in it is damaged.`));
    if (done) return bytes.subarray(0, length);
    if (length + value.length > size) {
      await reader.cancel().catch(() => undefined);
      refuse(`“${path}” in it unpacks to more than it says.`);
    }
    bytes.set(value, length);
    length += value.length;
  }
}

const DAMAGED = 'it is damaged.';

function refuse(why: string): never {
  throw new ZipError(why);
}

function toMiB(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1);
}

/** What belongs to no workflow: what systems add, and what is hidden. */
const ADDED = /(^|\/)(\.|__MACOSX\/)/;

const WORKFLOW = /\.(ya?ml|json)$/;

/**
 * The files of an archive, named by their paths; none where it is refused, and then why. Of one that Signalbox made, all;
 * of another one, those that may be workflows, and how many others there are.
 */
export async function unzipFiles(
  archive: File,
  mostOfOne: number,
): Promise<{ readonly files: readonly File[]; readonly refused: readonly string[] }> {
  try {
    const { files, isBundle } = await readZip(archive, mostOfOne);
    const wanted = [...files].filter(([path]) => isBundle || (WORKFLOW.test(path) && !ADDED.test(path)));
    if (wanted.length === 0)
      return { files: [], refused: [`${archive.name} was not opened: there is no workflow in it.`] };
    return { files: wanted.map(([path, bytes]) => new File([bytes], path)), refused: [] };
  } catch (error) {
    const why = error instanceof ZipError ? error.message : 'the browser could not read it.';
    return { files: [], refused: [`${archive.name} was not opened: ${why}`] };
  }
}

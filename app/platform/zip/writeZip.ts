/** 1 January 1980, the first day the format knows: the same files make the same bytes, whenever and wherever. */
const DATE = 0x0021;

/** The version of the format that a reader needs for plain files. */
const NEEDS = 20;

/**
 * An archive of texts by path, sorted by path, as UTF-8. Files are stored as they are: what a browser's compression comes to is
 * not the same everywhere. Throws an `Error` for the user where it would be more than is opened again.
 */
export function writeZip(texts: ReadonlyMap<string, string>): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [path, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = encoder.encode(path);
    const bytes = encoder.encode(text);
    const facts = { crc: crc32(bytes), size: bytes.length, nameLength: name.length };
    const local = record(LOCAL.length, LOCAL.sign);
    describe(local, 4, facts);
    directory.push(entryOf(facts, offset), name);
    const added = [new Uint8Array(local.buffer), name, bytes];
    parts.push(...added);
    offset += sum(added);
  }
  if (texts.size > LIMITS.files || offset > LIMITS.unpacked)
    throw new Error(
      `No archive was made: it would hold ${texts.size} files of ${Math.ceil(offset / 1024 / 1024)} MiB, and ${LIMITS.files} files of 64 MiB are the most. Download files one by one.`,
    );
  const comment = encoder.encode(BUNDLE_MARK);
  const end = record(END.length, END.sign);
  for (const place of [8, 10]) end.setUint16(place, texts.size, true);
  end.setUint32(12, sum(directory), true);
  end.setUint32(16, offset, true);
  end.setUint16(20, comment.length, true);
  return new Blob([...parts, ...directory, new Uint8Array(end.buffer), comment], { type: 'application/zip' });
}

interface Facts {
  readonly crc: number;
  readonly size: number;
  readonly nameLength: number;
}

function entryOf(facts: Facts, offset: number): Uint8Array<ArrayBuffer> {
  const entry = record(CENTRAL.length, CENTRAL.sign);
  entry.setUint16(4, NEEDS, true);
  describe(entry, 6, facts);
  entry.setUint32(42, offset, true);
  return new Uint8Array(entry.buffer);
}

/** What both records of a file say, from the version that is needed on. */
function describe(view: DataView<ArrayBuffer>, from: number, { crc, size, nameLength }: Facts): void {
  view.setUint16(from, NEEDS, true);
  view.setUint16(from + 2, UTF8_NAMES, true);
  view.setUint16(from + 4, STORED, true);
  view.setUint16(from + 8, DATE, true);
  view.setUint32(from + 10, crc, true);
  view.setUint32(from + 14, size, true);
  view.setUint32(from + 18, size, true);
  view.setUint16(from + 22, nameLength, true);
}

function record(length: number, sign: number): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, sign, true);
  return view;
}

function sum(parts: readonly Uint8Array[]): number {
  return parts.reduce((total, { length }) => total + length, 0);
}

/** Records of the zip format (APPNOTE.TXT 6.3), as far as Signalbox writes and reads them. Offsets are in bytes from the record's start. */
export const LOCAL = { sign: 0x04034b50, length: 30 } as const;
export const CENTRAL = { sign: 0x02014b50, length: 46 } as const;
export const END = { sign: 0x06054b50, length: 22 } as const;

/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;

export const STORED = 0;
export const DEFLATED = 8;

/** The comment of an archive that holds a whole workspace: each file in it is one of the workspace. */
export const BUNDLE_MARK = 'signalbox-bundle/1';

/** The most a bundle may hold, in bytes and in files. */
export const LIMITS = { archive: 64 * 1024 * 1024, unpacked: 64 * 1024 * 1024, files: 1000 } as const;

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of a file's bytes, as the format has it. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Records of the zip format (APPNOTE.TXT 6.3), as far as Signalbox writes and reads them. Offsets are in bytes from the record's start. */
export const LOCAL = { sign: 0x04034b50, length: 30 } as const;
export const CENTRAL = { sign: 0x02014b50, length: 46 } as const;
export const END = { sign: 0x06054b50, length: 22 } as const;

/** Names are UTF-8. */
export const UTF8_NAMES = 0x0800;

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

/** The largest file that is opened, in bytes. */
export const MAX_BYTES = 10 * 1024 * 1024;
/** How the names of layout files end. */
export const LAYOUT_END = '.layout.json';

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

/** Why something was not opened whose reader did not arrive, as the end of a sentence. */
export function notLoaded(what: string): string {
  return `the code that reads ${what} could not be loaded. Check the connection to the server of this page, then try again.`;
}

/** A file's text exactly, byte order mark included; or why it is no text that can be opened. `most` in bytes. */
export async function readText(
  file: File,
  most = MAX_BYTES,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }> {
  const refuse = (why: string) => ({ ok: false, reason: `${file.name} was not opened: ${why}` }) as const;
  if (file.size > most) {
    return refuse(`it has ${(file.size / 1024 / 1024).toFixed(1)} MiB, and the limit is ${most / 1024 / 1024} MiB.`);
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

/** The name of a file without the ending of a workflow. */
export function stemOf(name: string): string {
  return name.replace(/\.(ya?ml|json)$/, '');
}

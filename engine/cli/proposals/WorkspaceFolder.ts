import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Files, Finding } from '../../author/index.ts';
import { outsideOf, refusePath, type WorkspaceTexts } from '../../authoring/index.ts';
import { err, ok, type Result } from '../../base/index.ts';
import { placeInside } from '../../hosts/node/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { findSources, readSource } from '../readFiles.ts';

/** Most characters of all files together that are read. */
const MOST_CHARACTERS = 64 * 2 ** 20;
const MOST_FILES = 5_000;

/** A folder as a workspace for programs: its YAML files, at any depth, and nothing that a path or a link leads to outside. */
export class WorkspaceFolder {
  readonly #io: CommandIo;
  /** What was read last. */
  #last: WorkspaceTexts = { files: new Map(), unread: [] };

  /** `io.folder` is the workspace. */
  constructor(io: CommandIo) {
    this.#io = io;
  }

  get root(): string {
    return this.#io.folder;
  }

  /** All its texts as they are now, by path: the same object as before where they are the same. */
  async read(): Promise<WorkspaceTexts> {
    const { files: found, unreadable } = await findSources(this.#io, ['.']);
    const files = new Map<string, string>();
    const unread = unreadable
      .filter(({ isEmpty }) => isEmpty !== true)
      .map(({ path: name, message }) => ({ path: name, why: message }));
    let characters = 0;
    for (const { path: name } of found) {
      const source = await readSource(this.#io, name, this.root);
      const file = name.split(path.sep).join('/');
      if (!source.ok) unread.push({ path: file, why: source.error.message });
      else if (files.size >= MOST_FILES || characters + source.value.text.length > MOST_CHARACTERS)
        unread.push({ path: file, why: 'The folder holds more than is read.' });
      else {
        characters += source.value.text.length;
        files.set(file, source.value.text);
      }
    }
    if (!isSame(files, this.#last.files)) this.#last = { files, unread };
    return { files: this.#last.files, unread };
  }

  /** A file of the folder that is no YAML, such as a recorded run: its path, when it is inside, links followed. */
  async placeOf(name: string, place: string): Promise<Result<string, Finding>> {
    const refused = refusePath(name, place);
    if (refused !== null) return err(refused);
    try {
      await placeInside(this.root, name);
      return ok(name);
    } catch {
      return err(outsideOf(place));
    }
  }
}

function isSame(some: Files, others: Files): boolean {
  return some.size === others.size && [...some].every(([path, text]) => others.get(path) === text);
}

/** What names a text: a caller says by it which one it has seen. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

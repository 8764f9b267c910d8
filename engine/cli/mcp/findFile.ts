import { type Files, type Finding, ownText } from '../../author/index.ts';
import { err, findClosest, type JsonObject, ok, type Result } from '../../base/index.ts';
import { refusePath, type WorkspaceFolder } from '../proposals/WorkspaceFolder.ts';

/** A file that a call names, and the workspace around it. */
export interface FoundText {
  readonly path: string;
  readonly text: string;
  readonly files: Files;
}

/** The argument of tools that are about a file. */
export const PATH: JsonObject = { type: 'string', description: 'a file of the workspace, as list gives it' };

/** Reads the file that a call is about. */
export async function findFile(folder: WorkspaceFolder, args: JsonObject): Promise<Result<FoundText, Finding>> {
  const path = ownText(args, 'path');
  const refused = refusePath(path, 'path');
  if (refused !== null) return err(refused);
  const { files, unread } = await folder.read();
  const text = files.get(path);
  if (text !== undefined) return ok({ path, text, files });
  const why = unread.find((file) => file.path === path)?.why;
  const closest = findClosest(path, files.keys());
  return err({
    code: 'UNKNOWN_FILE',
    place: 'path',
    message: why ?? 'There is no such file in the workspace.',
    next: 'Use list for the files there are.',
    ...(closest === undefined ? {} : { corrected: { ...args, path: closest } }),
  });
}

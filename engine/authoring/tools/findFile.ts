import { bringUp, type Files, type Finding, ownText } from '../../author/index.ts';
import { err, findClosest, type JsonObject, ok, type Result } from '../../base/index.ts';
import type { AuthorContext, WorkspaceTexts } from './AuthorTool.ts';
import { refusePath } from './refusePath.ts';

/** A file that a call names, and the workspace around it. */
export interface FoundText {
  readonly path: string;
  readonly text: string;
  readonly files: Files;
}

/** The argument of tools that are about a file. */
export const PATH: JsonObject = { type: 'string', description: 'a file of the workspace, as list gives it' };

/** The argument of tools that may look at what a proposal would leave. */
export const PROPOSAL: JsonObject = {
  type: 'string',
  description: 'the id of a proposal that waits: look at the text as it would leave it',
};

/** The texts that a call is about: those of the workspace, or those that a proposal would lead to. */
export async function readTexts(
  { folder, proposals }: AuthorContext,
  args: JsonObject,
): Promise<Result<WorkspaceTexts, readonly Finding[]>> {
  const texts = await folder.read();
  if (args['proposal'] === undefined) return ok(texts);
  const stored = await proposals.get(ownText(args, 'proposal'));
  if (stored === null) return err([UNKNOWN_PROPOSAL]);
  const current = bringUp(stored, texts.files);
  return current.ok ? ok({ ...texts, files: current.value.plan?.files ?? texts.files }) : current;
}

/** What names the text that a call has seen, where another program might write there before it proposes. A text that a proposal leads to has no such name. */
export function tellHash({ hashOf }: AuthorContext, { proposal }: JsonObject, text: string): JsonObject {
  return hashOf === null || proposal !== undefined ? {} : { hash: hashOf(text) };
}

/** What a call that names a proposal is told where none of that id waits. */
export const UNKNOWN_PROPOSAL: Finding = {
  code: 'UNKNOWN_PROPOSAL',
  place: 'proposal',
  message: 'There is no pending proposal with this id: a person has accepted or rejected it, or the id is wrong.',
  next: 'Use list to see the pending proposals.',
};

/** Reads the file that a call is about. */
export async function findFile(
  context: AuthorContext,
  args: JsonObject,
): Promise<Result<FoundText, readonly Finding[]>> {
  const path = ownText(args, 'path');
  const refused = refusePath(path, 'path');
  if (refused !== null) return err([refused]);
  const texts = await readTexts(context, args);
  if (!texts.ok) return texts;
  const { files, unread } = texts.value;
  const text = files.get(path);
  if (text !== undefined) return ok({ path, text, files });
  const why = unread.find((file) => file.path === path)?.why;
  const closest = findClosest(path, files.keys());
  return err([
    {
      code: 'UNKNOWN_FILE',
      place: 'path',
      message: why ?? 'There is no such file in the workspace.',
      next: 'Use list to see the files.',
      ...(closest === undefined ? {} : { corrected: { ...args, path: closest } }),
    },
  ]);
}

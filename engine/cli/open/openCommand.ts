import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../base/index.ts';
import { type FolderServer, serveFolder } from '../../server/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { refuse } from '../refuse.ts';
import type { OpenCommand } from './parseOpen.ts';

/** `signalbox open`: serves the app with a folder as its workspace, until the person stops it. */
export async function runOpenCommand(
  io: CommandIo,
  { folder: given, port, opensBrowser }: OpenCommand,
): Promise<ExitCode> {
  const { app } = io;
  const folder = path.resolve(io.folder, given);
  const problem = await findProblem(folder);
  if (problem !== null) return refuse(io, onOneLine(problem));
  let server: FolderServer;
  try {
    if (!app) throw new Error('This program comes without the app.');
    server = await serveFolder({ folder, appFolder: app.folder, port });
  } catch (error) {
    return refuse(io, onOneLine(messageOf(error)));
  }
  io.printOut(`${onOneLine(folder)} is open at ${server.address}\n`);
  io.printError({ color: 'dim', text: 'The address lets one browser in, once. Ctrl-C ends it.\n' });
  if (opensBrowser && !io.signal.aborted && !(await app.openBrowser(server.address)))
    io.printError('No browser could be opened. Open the address above yourself.\n');
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await server.close();
  return 0;
}

/** Why a folder cannot be opened; null where it can. */
async function findProblem(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found === null) return `There is no folder ${folder}. Make it, or name another one: signalbox open FOLDER.`;
  if (!found.isDirectory())
    return `${folder} is a file, and a folder is opened: signalbox open ${path.dirname(folder)}. To run a file, use signalbox run.`;
  return null;
}

import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { err, messageOf, ok, type Result } from '../../base/index.ts';
import { type FolderServer, serveFolder } from '../../server/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { readArguments } from '../readArguments.ts';
import { refuse } from '../refuse.ts';
import { toCommand } from '../toCommand.ts';

/** `signalbox open`: serves the app with a folder as its workspace, until the person stops it. */
export const openCommand = toCommand(parseOpen, runOpenCommand);

/** `signalbox open`. */
interface OpenCommand {
  readonly folder: string;
  /** Null: the port of the folder. */
  readonly port: number | null;
  /** Whether the browser is to be opened. */
  readonly opensBrowser: boolean;
}

/** Reads the arguments of `signalbox open`. Throws what {@link readArguments} throws. */
function parseOpen(args: readonly string[]): Result<OpenCommand, string> {
  const { values, positionals } = readArguments(args, { port: { type: 'string' }, 'no-open': { type: 'boolean' } });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is opened at a time. Use signalbox open FOLDER.');
  if (folder === '') return err('The name of the folder to open is empty. Is a variable of your shell unset?');
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    return err('--port needs a number from 0 to 65535; 0 takes any that is free.');
  return ok({ folder, port, opensBrowser: values['no-open'] !== true });
}

async function runOpenCommand(io: CommandIo, { folder: given, port, opensBrowser }: OpenCommand): Promise<ExitCode> {
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

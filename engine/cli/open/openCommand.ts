import { once } from 'node:events';
import { serveFolder } from '../../server/index.ts';
import { defineFolderArguments } from '../arguments/Arguments.ts';
import { attempt, CommandError } from '../arguments/CommandError.ts';
import { findFolder } from '../arguments/findFolder.ts';
import { flag, PORT } from '../arguments/options.ts';
import { toCommand } from '../arguments/toCommand.ts';
import { printResult } from '../print/printResult.ts';
import { onOneLine } from '../print/terminal.ts';

/** `signalbox open`: serves the app with a folder as its workspace, until the person stops it. */
export const openCommand = toCommand(
  // Without a port it is that of the folder.
  defineFolderArguments('open', { port: PORT, noOpen: flag }),
  async (io, { folder: given, port, noOpen }) => {
    const { app } = io;
    const folder = await findFolder(io, given);
    if (!app) throw new CommandError('UNAVAILABLE', 'This program comes without the app.');
    const server = await attempt('UNAVAILABLE', () => serveFolder({ folder, appFolder: app.folder, port }));
    const { address } = server;
    printResult(io, { folder, address }, `${onOneLine(folder)} is open at ${address}\n`);
    io.printError({ color: 'dim', text: 'The address lets one browser in, once. Ctrl-C ends it.\n' });
    if (!noOpen && !io.signal.aborted && !(await app.openBrowser(address)))
      io.printError('No browser could be opened. Open the address above yourself.\n');
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await server.close();
    return 0;
  },
);

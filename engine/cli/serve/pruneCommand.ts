import { existsSync } from 'node:fs';
import path from 'node:path';
import { err, messageOf, type Result } from '../../base/index.ts';
import { Reach } from '../../hosts/node/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import type { KeepConfig, ServeConfig } from '../../serveConfig/index.ts';
import { openLocalRuns } from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { refuse } from '../refuse.ts';
import type { PruneCommand } from './parsePrune.ts';
import { placeArchive, readServeConfig } from './readServeGiven.ts';
import { stateFolder } from './stateFolder.ts';

/** `signalbox prune`: removes the runs of a state folder that need not be kept, while no server has it. */
export async function runPruneCommand(io: CommandIo, command: PruneCommand): Promise<ExitCode> {
  const folder = path.resolve(io.folder, command.folder);
  const state = stateFolder(io, command);
  if (!existsSync(path.join(state, 'runs')))
    return refuse(io, `There are no runs in ${state}. Name the folder that is served: signalbox prune FOLDER.`);
  const config = await readServeConfig(io, folder);
  if (!config.ok) return refuse(io, config.error);
  const keep = readKeep(config.value.config, command, folder);
  if (!keep.ok) return refuse(io, keep.error);
  const onWait = ({ pid }: { readonly pid: number }): void =>
    io.printError(`Checking whether process ${pid} still serves ${onOneLine(state)} …\n`);
  const opened = await openLocalRuns({ folder, state, reach: new Reach(config.value.config.reach), onWait });
  if (!opened.ok) return refuse(io, opened.error.message, opened.error.isOwned ? 3 : 2);
  const service = opened.value;
  try {
    const { ids, bytes } = await service.prune(keep.value, { isDry: command.isDry });
    if (command.isDry) for (const id of ids) io.printOut(`${id}\n`);
    io.printError(`${describe(ids.length, bytes, command.isDry)}\n`);
    return 0;
  } catch (error) {
    return refuse(io, messageOf(error));
  } finally {
    await service.drain(0);
    service.close();
  }
}

function describe(count: number, bytes: number, isDry: boolean): string {
  const runs = `${count} ${count === 1 ? 'run' : 'runs'}`;
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return isDry ? `${runs} would be removed, ${size}.` : `${runs} removed, ${size}.`;
}

/** What is kept, by the options, or else by the configuration. */
function readKeep({ keep }: ServeConfig, { runs, days }: PruneCommand, folder: string): Result<KeepConfig, string> {
  if (runs === null && days === null && keep === null)
    return err(`Say what to keep: --keep-runs N, --keep-days N, or keep in ${SERVE_CONFIG}.`);
  const asked = { runs, days, bytes: null, rules: [], archive: keep?.archive ?? null };
  return placeArchive(keep !== null && runs === null && days === null ? keep : asked, folder);
}

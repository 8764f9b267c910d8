import { existsSync } from 'node:fs';
import path from 'node:path';
import { err, messageOf, ok, type Result } from '../../base/index.ts';
import { Reach } from '../../hosts/node/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import type { KeepConfig, ServeConfig } from '../../serveConfig/index.ts';
import { openLocalRuns } from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { readArguments } from '../readArguments.ts';
import { refuse } from '../refuse.ts';
import { toPatternCommand } from '../toCommand.ts';
import { placeArchive, readServeConfig } from './readServeGiven.ts';
import { stateFolder } from './stateFolder.ts';

/** `signalbox prune`: removes the runs of a state folder that need not be kept, while no server has it. */
export const pruneCommand = toPatternCommand(parsePrune, runPruneCommand);

/** `signalbox prune`. */
interface PruneCommand {
  /** The folder that is served. */
  readonly folder: string;
  /** The state folder; null: that of the folder. */
  readonly state: string | null;
  /** How many runs are kept, and for how many days; null: that is not said. */
  readonly runs: number | null;
  readonly days: number | null;
  /** Nothing is removed. */
  readonly isDry: boolean;
}

/** Reads the arguments after `signalbox prune`. The error is one sentence; throws what {@link readArguments} throws. */
function parsePrune(args: readonly string[]): Result<PruneCommand, string> {
  const { values, positionals } = readArguments(args, {
    state: { type: 'string' },
    'keep-runs': { type: 'string' },
    'keep-days': { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('Only one folder can be pruned at a time. Use signalbox prune FOLDER.');
  if (folder === '' || values.state === '')
    return err('The name of a folder is empty. Is a variable of your shell unset?');
  const [runs, days] = [values['keep-runs'], values['keep-days']];
  if (runs !== undefined && !/^[1-9]\d{0,8}$/.test(runs)) return err('--keep-runs needs a whole number of at least 1.');
  if (days !== undefined && !(/^\d+(\.\d+)?$/.test(days) && Number(days) > 0))
    return err('--keep-days needs a number above 0, such as 30.');
  return ok({
    folder,
    state: values.state ?? null,
    runs: runs === undefined ? null : Number(runs),
    days: days === undefined ? null : Number(days),
    isDry: values['dry-run'] === true,
  });
}

async function runPruneCommand(io: CommandIo, command: PruneCommand): Promise<ExitCode> {
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

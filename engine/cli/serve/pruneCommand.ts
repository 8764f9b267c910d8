import { existsSync } from 'node:fs';
import path from 'node:path';
import { err, type Result } from '../../base/index.ts';
import { Reach } from '../../hosts/node/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import type { KeepConfig, ServeConfig } from '../../serveConfig/index.ts';
import { openLocalRuns } from '../../service/index.ts';
import { defineFolderArguments, type Parsed } from '../arguments/Arguments.ts';
import { attempt, CommandError, needed } from '../arguments/CommandError.ts';
import { file, flag, value, whole } from '../arguments/options.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { printResult } from '../print/printResult.ts';
import { count } from '../print/terminal.ts';
import { placeArchive, readServeConfig } from './readServeGiven.ts';
import { cannotOpen, stateFolder, tellWait } from './stateFolder.ts';

const PRUNE = defineFolderArguments('prune', {
  state: file,
  keepRuns: whole(1),
  keepDays: value(
    (written) => (/^\d+(\.\d+)?$/.test(written) && Number(written) > 0 ? Number(written) : undefined),
    'a number above 0, such as 30',
  ),
  dryRun: flag,
});

type PruneCommand = Parsed<typeof PRUNE>;

/** `signalbox prune`: removes the runs of a state folder that need not be kept, while no server has it. */
export const pruneCommand = toPatternCommand(PRUNE, runPruneCommand);

async function runPruneCommand(io: CommandIo, command: PruneCommand): Promise<ExitCode> {
  const { dryRun } = command;
  const folder = path.resolve(io.folder, command.folder);
  const state = stateFolder(io, command);
  if (!existsSync(path.join(state, 'runs'))) {
    const next = 'Name the folder that is served: signalbox prune FOLDER.';
    throw new CommandError('UNREADABLE_FILE', `There are no runs in ${state}. ${next}`, { place: state });
  }
  const { config } = needed(await readServeConfig(io, folder), 'INVALID_FILE', { place: SERVE_CONFIG });
  const keep = needed(readKeep(config, command, folder), 'BAD_ARGUMENT');
  const onWait = ({ pid }: { readonly pid: number }): void => tellWait(io, pid, state);
  const opened = await openLocalRuns({ folder, state, reach: new Reach(config.reach), onWait });
  if (!opened.ok) throw cannotOpen(opened.error);
  const service = opened.value;
  try {
    const { ids, bytes } = await attempt('UNAVAILABLE', () => service.prune(keep, { isDry: dryRun }));
    printResult(io, { ids, bytes, removed: !dryRun }, ...(dryRun ? ids.map((id) => `${id}\n`) : []));
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    io.printError(`${count(ids.length, 'run')} ${dryRun ? 'would be removed' : 'removed'}, ${size}.\n`);
    return 0;
  } finally {
    await service.drain(0);
    service.close();
  }
}

/** What is kept, by the options, or else by the configuration. */
function readKeep(
  { keep }: ServeConfig,
  { keepRuns: runs, keepDays: days }: PruneCommand,
  folder: string,
): Result<KeepConfig, string> {
  if (runs === null && days === null && keep === null)
    return err(`Say what to keep: --keep-runs N, --keep-days N, or keep in ${SERVE_CONFIG}.`);
  const asked = { runs, days, bytes: null, rules: [], archive: keep?.archive ?? null };
  return placeArchive(keep !== null && runs === null && days === null ? keep : asked, folder);
}

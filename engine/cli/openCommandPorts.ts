import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf, err, ok, type Result } from '../base/index.ts';
import {
  describeWriteProblem,
  journalPlaces,
  type OpenedPorts,
  openPorts,
  openStateKeep,
  type PortsOptions,
} from '../hosts/node/index.ts';
import { type CommandIo, scriptPort } from './CommandIo.ts';
import type { NewCommand, ResumeCommand } from './given/RUN.ts';
import { describeRefusal, fitSignals, toSignals } from './given/toSignals.ts';
import { listVariableFiles } from './readVariables.ts';

/** Creates the performer of a run from the folders and servers of the command line. The error names the folder that cannot be used. */
export function openCommandPorts(
  io: CommandIo,
  { start, record: { journal } }: NewCommand | ResumeCommand,
  run: Omit<PortsOptions, 'signalsFor'>,
): Result<OpenedPorts, string> {
  const workspace = openFolder(io, '--workspace', start.workspace);
  if (!workspace.ok) return workspace;
  const state = openFolder(io, '--state', start.state);
  if (!state.ok) return state;
  const { mcpServers, grants } = start;
  // What keeps the run, and what its variables come from, is not for its tools.
  const guarded = [
    ...(state.value === null ? [] : [path.resolve(io.folder, state.value)]),
    ...(journal === null ? [] : journalPlaces(path.resolve(io.folder, journal))),
    ...listVariableFiles(start).map((file) => path.resolve(io.folder, file)),
  ];
  const ports = { workspace: workspace.value, guarded, mcpServers, grants, env: io.env, ...openStateKeep(state.value) };
  const file =
    workspace.value === null
      ? run.file
      : path.relative(workspace.value, path.resolve(io.folder, run.file)).split(path.sep).join('/');
  return ok(
    openPorts(
      {
        ...ports,
        ...scriptPort(io),
        ...(io.exchange === undefined ? {} : { exchange: io.exchange }),
      },
      {
        ...run,
        file,
        signalsFor: (inner, inside) => {
          const { signals, refusals } = fitSignals(inner, start);
          for (const refusal of refusals)
            io.printError(`${inside}: The signal was not sent here. ${describeRefusal(refusal, run.vault)}\n`);
          return toSignals({ signals }, run.vault);
        },
      },
    ),
  );
}

/** A folder of the command line; that of `--state` is created if it is missing. */
function openFolder(io: CommandIo, option: string, name: string | null): Result<string | null, string> {
  if (name === null) return ok(null);
  const folder = path.resolve(io.folder, name);
  try {
    if (option === '--state') mkdirSync(folder, { recursive: true, mode: 0o700 });
    return statSync(folder).isDirectory() ? ok(folder) : err(`${option} ${name}: this is not a folder.`);
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT';
    return err(`${option} ${name}: ${isMissing ? 'there is no such folder.' : describeWriteProblem(error)}`);
  }
}

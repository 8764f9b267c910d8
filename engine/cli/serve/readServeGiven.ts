import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { type FilesOptions, isInside, type NamedGrant, type Variable } from '../../hosts/node/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import {
  type ConfigFinding,
  findMissing,
  type KeepConfig,
  listHookSecrets,
  readConfig,
  type SecretSource,
  type ServeConfig,
} from '../../serveConfig/index.ts';
import { workflowFile } from '../../service/index.ts';
import { CommandError, needed } from '../arguments/CommandError.ts';
import { misuse } from '../arguments/options.ts';
import type { CommandIo } from '../CommandIo.ts';
import { explainGrants } from '../given/readGiven.ts';
import { readSource } from '../readFiles.ts';
import { listVariableFiles, readVariables, type VariableEntry } from '../readVariables.ts';
import { explainReadable, isReadByRuns, type RunReach, readSecrets } from './readSecretSource.ts';
import type { ServeCommand } from './SERVE.ts';
import { stateFolder } from './stateFolder.ts';
import type { WorkerCommand } from './WORKER.ts';

/** What the runs of a server are given, by its configuration and its options, which go before that. */
export interface ServeGiven
  extends Pick<
    ServeConfig,
    'reach' | 'repeat' | 'active' | 'queue' | 'limits' | 'keep' | 'schedules' | 'webhooks' | 'tools' | 'failures'
  > {
  readonly variables: readonly Variable[];
  readonly grants: readonly NamedGrant[];
  /** Where runs write files. */
  readonly files: FilesOptions;
  /** What files and programs have of secrets, those of webhooks too; but for a worker, which answers no webhooks. */
  readonly hookSecrets: ReadonlyMap<SecretSource, string>;
  /** Files with secrets, which are read again where they change. Absolute. */
  readonly secretFiles: readonly string[];
  /** Lines for a person: what the configuration names and the folder does not have. */
  readonly warnings: readonly string[];
}

/** Reads `signalbox.serve.yaml` of a folder, which may be missing, and the variables of the command. Throws a `CommandError`. */
export async function readServeGiven(
  io: CommandIo,
  command: (ServeCommand | WorkerCommand) & Pick<ServeCommand, 'active' | 'queue'>,
  folder: string,
): Promise<ServeGiven> {
  const { config, warnings } = needed(await readServeConfig(io, folder), 'INVALID_FILE', PLACE);
  const { env, secrets, grants, webhooks, keep, sharedFiles, repeat, active, queue } = config;
  const { reach, limits, schedules, tools, failures } = config;
  const files = command.files === null ? null : path.resolve(io.folder, command.files);
  if (files !== null && isInside(files, folder))
    throw misuse(
      `--files ${command.files} contains the workflows, which runs could then overwrite. Name a folder for files only.`,
      '--files',
    );
  const reached = { folder, files: files ?? path.join(stateFolder(io, command), 'files') };
  const exposed = await explainExposed(io, command, reached);
  if (exposed !== null) throw misuse(exposed);
  const answered = command.name === 'serve' ? webhooks : [];
  const placed = secrets.map(({ name, from }) => ({ path: ['secrets', name], source: from }));
  const read = await readSecrets(io, [...placed, ...answered.flatMap(listHookSecrets)], reached);
  if (!read.ok) throw new CommandError('UNREADABLE_FILE', `${SERVE_CONFIG}: ${read.error}`, PLACE);
  const kept = read.value;
  const ownSecrets = secrets.map(({ name, from }): VariableEntry => {
    const value = kept.get(from);
    return value === undefined ? { type: 'environment', name } : { type: 'value', name, value };
  });
  const given = needed(await readVariables(io, command), 'UNREADABLE_FILE');
  const names = new Set(given.map(({ name }) => name));
  const listed = needed(await readListed(io, { env, secrets: ownSecrets }, names), 'INVALID_FILE', PLACE);
  const variables = [...listed, ...given];
  const useless = explainGrants(command, variables);
  if (useless !== null) throw misuse(useless, '--allow');
  return {
    variables,
    grants: [...grants.map(toGrant), ...command.grants],
    files: { ...(files === null ? {} : { folder: files }), shared: sharedFiles },
    reach,
    repeat: command.repeat ?? repeat,
    active: command.active ?? active,
    queue: command.queue ?? queue,
    limits,
    keep: keep === null ? null : needed(placeArchive(keep, folder), 'INVALID_FILE', PLACE),
    schedules,
    webhooks,
    tools,
    failures,
    hookSecrets: kept,
    secretFiles: [...kept.keys()].flatMap((source) =>
      source.type === 'file' ? [path.resolve(folder, source.file)] : [],
    ),
    warnings,
  };
}

const PLACE = { place: SERVE_CONFIG };

/** Why an option cannot name a file that it names: runs could read it, and its secrets with it. A line for a person; null: all can. */
async function explainExposed(
  io: CommandIo,
  command: ServeCommand | WorkerCommand,
  reached: RunReach,
): Promise<string | null> {
  const key = command.name === 'serve' && command.tls !== null ? [command.tls.key] : [];
  for (const name of [...listVariableFiles(command), ...key]) {
    const file = path.resolve(io.folder, name);
    const message = await explainReadable(name, await realpath(file).catch(() => file), reached);
    if (message !== null) return message;
  }
  return null;
}

/** The variables that the configuration lists, without those that an option gives. The error is one line for each that is nowhere. */
async function readListed(
  io: CommandIo,
  { env, secrets }: { readonly env: readonly string[]; readonly secrets: readonly VariableEntry[] },
  names: ReadonlySet<string>,
): Promise<Result<readonly Variable[], string>> {
  const isListed = (entry: VariableEntry): boolean => entry.type === 'lines' || !names.has(entry.name);
  const entries = {
    env: env.map((name) => ({ type: 'environment', name }) as const).filter(isListed),
    secrets: secrets.filter(isListed),
  };
  const unset = (['env', 'secrets'] as const).flatMap((key) =>
    entries[key].flatMap((entry) => {
      if (entry.type !== 'environment' || io.env[entry.name] !== undefined) return [];
      const rest = key === 'env' ? 'or take it off the list' : 'or give the secret a file or a command';
      return `${SERVE_CONFIG}: ${key} lists ${entry.name}, and there is no such variable in the environment. Set it, ${rest}.`;
    }),
  );
  if (unset.length > 0) return err(unset.join('\n'));
  const read = await readVariables(io, { ...entries, plain: [] });
  return read.ok ? read : err(`${SERVE_CONFIG}: ${read.error.replace(/^--(env|secret) /, '')}`);
}

function toGrant({ name, address, as }: ServeConfig['grants'][number]): NamedGrant {
  return { name, grant: { origin: new URL(address).origin, as } };
}

/** With the place of its archive, which is written from the folder on: where runs cannot read it. The error is a line for a person. */
export function placeArchive(keep: KeepConfig, folder: string): Result<KeepConfig, string> {
  if (keep.archive === null) return ok(keep);
  const archive = path.resolve(folder, keep.archive);
  if (isReadByRuns(folder, archive))
    return err(
      `${SERVE_CONFIG}: keep.archive “${keep.archive}” is in the folder of the workflows, where runs could read it. Name a folder outside it, such as ../old-runs, or a hidden one, such as .old-runs.`,
    );
  return ok({ ...keep, archive });
}

/** A configuration, and lines for a person about what it names and the folder does not have. */
interface ReadFile {
  readonly config: ServeConfig;
  readonly warnings: readonly string[];
}

/** What `signalbox.serve.yaml` of a folder says, which may be missing. The error is lines for a person. */
export async function readServeConfig(io: CommandIo, folder: string): Promise<Result<ReadFile, string>> {
  const file = path.join(folder, SERVE_CONFIG);
  const source = await readSource(io, file, folder);
  if (!source.ok && source.error.isMissing === true) return readText('', folder);
  return source.ok ? readText(source.value.text, folder) : err(`${SERVE_CONFIG}: ${source.error.message}`);
}

function readText(source: string, folder: string): Result<ReadFile, string> {
  const hasWorkflow = (name: string): boolean => {
    const file = workflowFile(name);
    return file !== null && existsSync(path.join(folder, file));
  };
  const text = source.replace(/^\uFEFF/, '');
  const read = readConfig(text);
  if (!read.ok) return err(read.error.map(toLine).join('\n'));
  return ok({ config: read.value, warnings: findMissing(text, read.value, hasWorkflow).map(toLine) });
}

function toLine({ line, column, message }: ConfigFinding): string {
  return `${SERVE_CONFIG}:${line}:${column} ${message}`;
}

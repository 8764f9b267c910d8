import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import {
  createMemoryHome,
  createPerformer,
  type Exposure,
  fillMcpServers,
  listServerVariables,
  type McpServer,
  type Performer,
  type PerformerContext,
  type Vault,
} from '../effects/index.ts';
import {
  type ChildRuns,
  createChildJournals,
  createChildRuns,
  createFolderFiles,
  createFolderKeyValues,
  createRealClock,
  type JournalFile,
  openStateFolder,
  type ProcessContext,
  type Repeats,
  takeHeld,
  type Variable,
} from '../hosts/node/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { createAuthorizer } from './given/grants.ts';
import { PRICES } from './given/prices.ts';
import { describeRefusal, fitSignals, toSignals } from './given/toSignals.ts';
import type { RunCommand } from './parseRun.ts';
import { describeWriteProblem } from './writeProblems.ts';

/** Shortest value of a header that is masked, in UTF-16 units: shorter ones may be ordinary words. */
const SHORTEST_MASKED = 8;

/** What the performer of a run is created from. */
export interface PerformerOptions {
  readonly vault: Vault;
  readonly variables: readonly Variable[];
  readonly runId: string;
  /** Null: the run is not saved. */
  readonly journal: JournalFile | null;
  /** Path of the file that runs, as it was given. */
  readonly file: string;
  readonly salt: string;
  readonly exposure: Exposure;
  readonly repeats: Repeats;
  /** Notified of what happens in the runs that it starts. */
  readonly listen: NonNullable<ProcessContext['listen']>;
}

/** What performs the calls of a run, and the runs that it starts; without a workspace it starts none. */
export interface OpenedPorts {
  readonly performer: Performer;
  readonly children?: ChildRuns;
}

/** Creates the performer of a run from the folders and servers of the command line. The error names the folder that cannot be used. */
export function openPorts(io: CommandIo, command: RunCommand, run: PerformerOptions): Result<OpenedPorts, string> {
  const workspace = openFolder(io, '--workspace', command.workspace);
  if (!workspace.ok) return workspace;
  const state = openFolder(io, '--state', command.state);
  if (!state.ok) return state;
  const { vault, variables } = run;
  const { mcpServers, masked } = openServers(io, command.mcpServers, run);
  const shared: Omit<PerformerContext, 'resolveSecret'> = {
    baseUrl: '',
    mcpServers,
    masked,
    authorizeSecret: createAuthorizer(variables, command.grants),
    exposure: run.exposure,
    ...(io.runScript === undefined ? {} : { runScript: io.runScript }),
    memory: createMemoryHome(state.value === null ? {} : { folder: openStateFolder(path.join(state.value, 'memory')) }),
    ...(state.value === null ? {} : { keyValues: createFolderKeyValues(state.value) }),
  };
  const { resolveSecret } = vault;
  if (workspace.value === null) return ok({ performer: createPerformer({ ...shared, resolveSecret }) });
  const files = createFolderFiles(workspace.value);
  const own = path.relative(workspace.value, path.resolve(io.folder, run.file)).split(path.sep).join('/');
  const children = createChildRuns(
    { runId: run.runId, root: run.runId, files: [own] },
    {
      files,
      variables: takeHeld(variables, vault),
      salt: run.salt,
      prices: PRICES,
      exposure: run.exposure,
      repeats: run.repeats,
      signalsFor: (inner, file) => {
        const { signals, refusals } = fitSignals(inner, command);
        for (const refusal of refusals)
          io.printError(`${file}: The signal was not sent here. ${describeRefusal(refusal, vault)}\n`);
        return toSignals({ signals }, vault);
      },
      journals: run.journal === null ? null : createChildJournals(run.journal.file, run.journal.fence),
      createPerformer: (inner, ports) =>
        createPerformer({ ...shared, ...ports, files, resolveSecret: inner.resolveSecret }),
      // They wait in real time, also where the run itself is on a virtual clock.
      createClock: createRealClock,
      listen: run.listen,
    },
  );
  const { runWorkflow } = children;
  return ok({ performer: createPerformer({ ...shared, files, runWorkflow, resolveSecret }), children });
}

/** Servers with their variables in place, and the values of these and of headers that are no placeholders: they are masked in what comes back. */
function openServers(
  { env }: CommandIo,
  servers: readonly McpServer[],
  { vault, variables }: Pick<PerformerOptions, 'vault' | 'variables'>,
): Required<Pick<PerformerContext, 'mcpServers' | 'masked'>> {
  const given = new Map(variables.map((variable) => [variable.name, variable]));
  const lookUp = (name: string): string | undefined => vault.placeholderOf(name) ?? given.get(name)?.value ?? env[name];
  const mcpServers = fillMcpServers(servers, lookUp);
  // `--plain` says of a variable that it is none; one of the environment alone is sent here and nowhere else.
  const isPlain = (name: string): boolean => given.get(name)?.mayBeSecret === false;
  const looked = [...listServerVariables(servers)].flatMap((name) => (isPlain(name) ? [] : (lookUp(name) ?? [])));
  const headers = mcpServers.flatMap(({ headers: own }) => own.map(([, value]) => value));
  const masked = [...headers, ...looked].filter((value) => value.length >= SHORTEST_MASKED && !value.includes('⟦'));
  return { mcpServers, masked };
}

/** A folder of the command line; that of `--state` is created if it is missing. */
function openFolder(io: CommandIo, option: string, name: string | null): Result<string | null, string> {
  if (name === null) return ok(null);
  const folder = path.resolve(io.folder, name);
  try {
    if (option === '--state') mkdirSync(folder, { recursive: true, mode: 0o700 });
    return statSync(folder).isDirectory() ? ok(folder) : err(`${option} ${name}: this is not a folder.`);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return err(`${option} ${name}: ${isMissing ? 'there is no such folder.' : describeWriteProblem(error)}`);
  }
}

import {
  type AuthorizeSecret,
  coversUse,
  createPerformer,
  type Exchange,
  type Exposure,
  fillMcpServers,
  type HostPorts,
  listServerVariables,
  type McpServer,
  type Performer,
  type PerformerContext,
  type SecretGrant,
  SHIPPED_PRICES,
  type Vault,
} from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { ModelPrice } from '../../run/index.ts';
import type { ChildRuns } from '../children/ChildRuns.ts';
import { prepareEnv, takeHeld, takeNamed, takeRecorded } from '../prepareEnv.ts';
import type { Variable } from '../RunRequest.ts';
import { type ChildJournals, createChildJournals } from './ChildJournals.ts';
import { createRunFiles, createWorkflowFiles, type RunFolders } from './files/runFiles.ts';
import type { JournalFile } from './journal/FileJournal.ts';
import type { JournalHead } from './journal/readJournal.ts';
import { createChildRuns, type ProcessContext } from './openChild.ts';
import type { OwnMark } from './reach/markOwn.ts';
import type { Reach } from './reach/Reach.ts';
import { createRealClock } from './run/clock.ts';
import type { Repeats } from './run/RunToEndOptions.ts';
import type { Turns } from './run/waiting.ts';

/** Shortest value of a header that is masked, in UTF-16 units: shorter ones may be ordinary words. */
const SHORTEST_MASKED = 8;

/** What the runs of a process may use. */
export interface ProcessPorts
  extends Pick<HostPorts, 'memory' | 'keyValues' | 'runScript'>,
    Omit<RunFolders, 'workspace'> {
  /** The folder of `core:workflow`, and of `core:file` where runs have none of their own; null: none. */
  readonly workspace: string | null;
  readonly mcpServers: readonly McpServer[];
  readonly grants: readonly NamedGrant[];
  /** The environment of the process: servers may name what no run is given. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What requests go by whose whole answer is read; absent: `fetch`. */
  readonly exchange?: Exchange;
  /** What all runs of the process do their work in turns by; absent: each has its own. */
  readonly turns?: Turns;
  /** What calls may reach, and what requests then go by; absent: everything. */
  readonly reach?: Reach;
  /** Instead of that of `effects`. */
  readonly createPerformer?: typeof createPerformer;
}

/** What the performer of a run is created from. */
export interface PortsOptions {
  readonly vault: Vault;
  readonly variables: readonly Variable[];
  readonly runId: string;
  /** Null: the run is not saved. */
  readonly journal: JournalFile | null;
  /** Path of the outermost file that runs, relative to the workspace. */
  readonly file: string;
  readonly salt: string;
  readonly exposure: Exposure;
  readonly repeats: Repeats;
  /** The signals that each run that it starts is sent as it is begun or opened; absent: none. */
  readonly signalsFor?: ProcessContext['signalsFor'];
  /** Aborting halts the runs that it starts; see `runToEnd`. */
  readonly halt?: AbortSignal;
  /** What the journals of the runs that it starts are used by instead of themselves; absent: nothing. */
  readonly aroundJournals?: (journals: ChildJournals) => ChildJournals;
  /** Notified of what happens in the runs that it starts. */
  readonly listen: NonNullable<ProcessContext['listen']>;
}

/** What performs the calls of a run, and the runs that it starts; without a workspace it starts none. */
export interface OpenedPorts {
  readonly performer: Performer;
  readonly children?: ChildRuns;
}

/** Creates the performer of a run, and what executes the runs that it starts. */
export function openPorts(ports: ProcessPorts, run: PortsOptions): OpenedPorts {
  const { workspace, createPerformer: create = createPerformer } = ports;
  const { vault, variables } = run;
  const shared = openContext(ports, run, run.runId);
  const { resolveSecret } = vault;
  if (workspace === null) return { performer: create({ ...shared, resolveSecret }) };
  const folders = { ...ports, workspace };
  const files = createRunFiles(folders, run.file);
  const { journal, aroundJournals = (journals) => journals } = run;
  const children = createChildRuns(
    { runId: run.runId, root: run.runId, files: [run.file] },
    {
      files: createWorkflowFiles(folders),
      variables: takeHeld(variables, vault),
      salt: run.salt,
      prices: PRICES,
      exposure: run.exposure,
      repeats: run.repeats,
      ...(run.signalsFor === undefined ? {} : { signalsFor: run.signalsFor }),
      journals: journal === null ? null : aroundJournals(createChildJournals(journal.file, journal.fence)),
      createPerformer: ({ file, resolveSecret: resolve }, own) =>
        create({ ...shared, ...own, ...toWay(ports, file, run.runId), files, resolveSecret: resolve }),
      // They wait in real time, also where the run itself is on a virtual clock.
      createClock: createRealClock,
      halt: run.halt,
      turns: ports.turns,
      listen: run.listen,
    },
  );
  const { runWorkflow } = children;
  return { performer: create({ ...shared, files, runWorkflow, resolveSecret }), children };
}

/** A run that is executed elsewhere. */
interface ElsewhereRun {
  /** The file of the run that it is inside of; absent: its own. */
  readonly outermost?: string;
  /** What marks its requests to the server itself, where it is known where that is. */
  readonly mark?: OwnMark;
}

/** Creates a performer for calls of a run that is executed elsewhere; what starts other runs is the caller's. */
export function openPerformer(
  ports: ProcessPorts,
  run: Pick<PortsOptions, 'vault' | 'variables' | 'exposure' | 'file'> & ElsewhereRun,
  own: Pick<HostPorts, 'runWorkflow'> = {},
): Performer {
  const { createPerformer: create = createPerformer, workspace } = ports;
  const { file, outermost = file } = run;
  const files = workspace === null ? {} : { files: createRunFiles({ ...ports, workspace }, outermost) };
  return create({
    ...openContext(ports, run, null, run.mark),
    ...files,
    ...own,
    resolveSecret: run.vault.resolveSecret,
  });
}

function openContext(
  ports: ProcessPorts,
  run: Pick<PortsOptions, 'vault' | 'variables' | 'exposure' | 'file'>,
  runId: string | null = null,
  mark?: OwnMark,
): Omit<PerformerContext, 'resolveSecret'> {
  const { runScript, memory, keyValues, turns } = ports;
  const { mcpServers, masked } = openServers(ports, run);
  return {
    baseUrl: '',
    mcpServers,
    masked,
    authorizeSecret: createAuthorizer(run.variables, ports.grants),
    exposure: run.exposure,
    ...(turns === undefined ? {} : { rest: () => turns.next() }),
    ...(runScript === undefined ? {} : { runScript }),
    ...toWay(ports, run.file, runId, mark),
    ...(memory === undefined ? {} : { memory }),
    ...(keyValues === undefined ? {} : { keyValues }),
  };
}

/** What the requests of the workflow of a file go by. Servers of MCP are named by whoever runs the process, who may name any. */
function toWay(
  { reach, exchange }: ProcessPorts,
  file: string,
  /** The outermost run; null: it is elsewhere. */
  runId: string | null,
  /** Of a run that is elsewhere. */
  mark?: OwnMark,
): Pick<PerformerContext, 'exchange' | 'fetch' | 'serverFetch'> {
  if (reach !== undefined) return { ...reach.of(file, runId, mark), serverFetch: reach.ofServers(runId, mark) };
  return exchange === undefined ? {} : { exchange };
}

/** Servers with their variables in place, and the values of these and of headers that are no placeholders: they are masked in what comes back. */
function openServers(
  { env, mcpServers: servers }: ProcessPorts,
  { vault, variables }: Pick<PortsOptions, 'vault' | 'variables'>,
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

/** Where one secret may go. */
export interface NamedGrant {
  readonly name: string;
  readonly grant: SecretGrant;
}

/** Lets the variables that are secrets go where the grants say; others go where the workflow sends them. */
function createAuthorizer(variables: readonly Variable[], grants: readonly NamedGrant[]): AuthorizeSecret {
  const bound = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  return async ({ name, origin, as }) => {
    if (origin === null) return false;
    return !bound.has(name) || grants.some((given) => given.name === name && coversUse(given.grant, { origin, as }));
  };
}

/** What is kept with each run: what models cost, not where that was read. */
export const PRICES: readonly ModelPrice[] = SHIPPED_PRICES.map(({ provider, model, input, output }) => ({
  provider,
  model,
  input,
  output,
}));

/** The secrets of a run as its journal has them: what was one when it started stays one. */
export function recordedVault(
  { head, workflow }: { readonly head: Pick<JournalHead, 'start' | 'salt'>; readonly workflow: Workflow },
  given: readonly Variable[],
  mcpServers: readonly McpServer[],
): { readonly vault: Vault; readonly variables: readonly Variable[] } {
  const recorded = takeRecorded(given, head.start?.env ?? {}, head.salt);
  const variables = takeNamed(recorded, listServerVariables(mcpServers));
  return { variables, vault: prepareEnv(workflow, variables, head.salt).vault };
}

import { listServerVariables } from '../../effects/index.ts';
import { findUnset, type JournalHead, listNeeds, listRecorded, type Variable } from '../../hosts/node/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { Missing, PausedView, RunError } from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { StartOptions } from './RUN.ts';

/** Something that a run needs and a command does not give, and how it is given. */
interface Lack {
  readonly missing: Missing;
  readonly words: string;
}

/** What a run is to be given. */
export interface Needing {
  readonly workflow: Workflow;
  readonly variables: readonly Variable[];
  /** Of a run that is resumed: what it was given when it started. */
  readonly head?: Pick<JournalHead, 'start' | 'salt'>;
  /** True: only a part of the workflow runs, so that what the rest needs does not count. */
  readonly isPart: boolean;
  /** True: no model is asked, and no tool that is not built in. */
  readonly isSimulated: boolean;
}

/** Why a run cannot start or resume, since the command lacks something that it needs; null where nothing is missing. */
export function explainMissing(io: CommandIo, start: StartOptions, run: Needing): RunError | null {
  const lacks = [...findSecrets(run), ...findServerValues(io, start, run), ...findPorts(start, run)];
  if (lacks.length === 0) return null;
  const [only] = lacks;
  const what = run.head === undefined ? 'This run cannot start' : 'This run cannot be resumed';
  const reason =
    lacks.length === 1
      ? `${what}: ${only?.words ?? ''}`
      : `${what}, since these are missing:\n${lacks.map(({ words }) => `  ${words}`).join('\n')}`;
  return toError(reason, lacks);
}

/** Why a run has paused before a call, and how to continue. `journal`: null where it was not saved. */
export function explainMissingCall(
  { message, ...missing }: NonNullable<PausedView['missing']>,
  journal: string | null,
): RunError {
  const next =
    journal === null
      ? 'The run was not saved and cannot be continued; next time name a file with --journal.'
      : `The call was not made. To continue, add what is missing to: signalbox run --journal ${journal} --resume …`;
  return toError(`The run is paused. ${message} ${next}`, [{ missing, words: message }]);
}

function toError(message: string, lacks: readonly Lack[]): RunError {
  const missing = lacks.map(({ missing: { what, ...named } }) => ({
    what,
    ...('name' in named ? { name: named.name } : {}),
  }));
  return { code: 'CONFIGURATION_ERROR', message, details: { type: 'missing', reason: message, missing } };
}

/** Secrets that it was given when it started; at a start, variables that it sends as credentials. */
function findSecrets(run: Needing): readonly Lack[] {
  const { workflow, variables, head, isPart, isSimulated } = run;
  const unset = findUnset(workflow, variables);
  const isAll = !isPart && !isSimulated;
  if (head === undefined)
    return (isAll ? unset : []).map((name) => ({
      missing: { what: 'variable', name },
      words: `the workflow sends ${name} as a credential, but it was not given. Pass it with --secret ${name}, or run without it with --env ${name}=.`,
    }));
  const given = new Set(variables.map(({ name }) => name));
  return listRecorded(head.start?.env ?? {}, head.salt)
    .filter((name) => !given.has(name) && (isAll || !unset.includes(name)))
    .map((name) => ({
      missing: { what: 'secret', name },
      words: `it was started with the secret ${name}, which is missing. Pass it again with --secret ${name} or --env ${name}.`,
    }));
}

/** Variables in the addresses and headers of the servers that are named; those of the process count, too. */
function findServerValues(io: CommandIo, { mcpServers }: StartOptions, run: Needing): readonly Lack[] {
  if (run.isSimulated) return [];
  const given = new Set(run.variables.map(({ name }) => name));
  return mcpServers.flatMap((server) =>
    [...listServerVariables([server])]
      .filter((name) => !given.has(name) && io.env[name] === undefined)
      .map((name) => ({
        missing: { what: 'variable', name } as const,
        words: `the MCP server ${server.name} needs ${name}, which is not given. Give it by --secret ${name}.`,
      })),
  );
}

/** Folders and servers that its tasks need. */
function findPorts(
  { workspace, state, mcpServers }: StartOptions,
  { workflow, isPart, isSimulated }: Needing,
): readonly Lack[] {
  if (isPart) return [];
  const needs = listNeeds(workflow);
  const named = new Set(mcpServers.map(({ name }) => name));
  const folders = [
    ...(workspace === null ? needs.workspace.map((use) => ({ what: 'workspace', use }) as const) : []),
    ...(state === null ? needs.state.map((use) => ({ what: 'state', use }) as const) : []),
  ];
  const servers = isSimulated ? [] : needs.servers.filter((name) => !named.has(name));
  return [
    ...folders.map(({ what, use }) => ({
      missing: { what },
      words: `${use} needs a folder. Name it with --${what} DIR.`,
    })),
    ...servers.map((name) => ({
      missing: { what: 'server', name } as const,
      words: `the workflow calls the MCP server ${name}. Name it with --mcp ${name}=URL.`,
    })),
  ];
}

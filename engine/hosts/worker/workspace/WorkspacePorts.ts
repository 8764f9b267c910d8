import { type Err, err, ok, type Result } from '../../../base/index.ts';
import {
  type AuthorizeSecret,
  createPerformer,
  createVault,
  type Exposure,
  type FileAnswer,
  fillMcpServers,
  type HostPorts,
  type KeyValueStore,
  type ListedTools,
  type McpServer,
  type ReadableFiles,
  type RunWorkflow,
  refuseGuarded,
  type Vault,
  type WorkspaceFiles,
} from '../../../effects/index.ts';
import type { Workflow } from '../../../model/index.ts';
import type { RunError } from '../../../run/index.ts';
import type { Variable } from '../protocol/protocol.ts';
import type { SecretAsker } from './SecretBroker.ts';

/** What the ports of a run are created from. */
export interface PortsOptions {
  readonly vault: Vault;
  readonly variables: readonly Variable[];
  readonly exposure: Exposure;
  /** How its calls start runs; absent: they are made outside of any run, and neither start one nor have files. */
  readonly runWorkflow?: RunWorkflow;
}

/** What is the same for all runs. */
interface PortsContext {
  readonly fetch?: typeof globalThis.fetch;
  readonly ports: HostPorts;
  readonly uniqueText: () => string;
  readonly keptFiles: KeyValueStore;
}

/** The files and MCP servers of the workspace, which the page provides, as ports for runs. */
export class WorkspacePorts {
  readonly #context: PortsContext;
  #workspace: ReadableFiles | null = null;
  #servers: readonly McpServer[] = [];

  constructor(context: PortsContext) {
    this.#context = context;
  }

  setWorkspace(files: ReadableFiles, mcpServers: readonly McpServer[]): void {
    this.#workspace = files;
    this.#servers = mcpServers;
  }

  /** Lists the tools of a server, with variables filled in; the error is for the user. */
  async listTools(
    server: McpServer,
    {
      variables,
      authorizeSecret,
    }: { readonly variables: readonly Variable[]; readonly authorizeSecret: AuthorizeSecret },
  ): Promise<Result<ListedTools, RunError>> {
    const { fetch, uniqueText } = this.#context;
    const secrets = variables.filter(({ isSecret }) => isSecret);
    const vault = createVault(secrets, uniqueText());
    const { listTools } = createPerformer({
      baseUrl: '',
      authorizeSecret,
      resolveSecret: vault.resolveSecret,
      ...(fetch === undefined ? {} : { fetch }),
    });
    const [filled = server] = fill([server], { vault, variables });
    return listTools(filled, new AbortController().signal);
  }

  /** The ports of a run. `own` are its other ports. */
  portsOf(run: PortsOptions & Pick<SecretAsker, 'importedFrom'>, own: HostPorts): HostPorts {
    const files = this.#filesOf(run.importedFrom);
    const mcpServers = fill(this.#servers, run);
    const { exposure, runWorkflow } = run;
    const shared: HostPorts = { ...this.#context.ports, ...own, mcpServers, exposure };
    return files === null || runWorkflow === undefined ? shared : { ...shared, files, runWorkflow };
  }

  /** The variables of a run that starts, those marked as taken that workflows below it send as secrets; the same list where none is. */
  async takeBelow(workflow: Workflow, variables: readonly Variable[]): Promise<readonly Variable[]> {
    if (this.#workspace === null) return variables;
    const { takeBelow } = await import('../../children/takeBelow.ts');
    const taken = await takeBelow(workflow, variables, this.#workspace);
    return taken.some(({ isTaken }, index) => isTaken !== variables[index]?.isTaken) ? taken : variables;
  }

  /** The workflows of the workspace, which runs start; null while the page has given none. */
  get workflows(): ReadableFiles | null {
    return this.#workspace;
  }

  /** The files that runs work with; null while the page has given none. */
  get files(): WorkspaceFiles | null {
    return this.#workspace === null ? null : overlayFiles(this.#workspace, this.#context.keptFiles);
  }

  #filesOf(importedFrom: string | undefined): WorkspaceFiles | null {
    const { files } = this;
    return files === null || importedFrom === undefined ? files : withoutOverwriting(files);
  }
}

function fill(
  servers: readonly McpServer[],
  { vault, variables }: Pick<PortsOptions, 'vault' | 'variables'>,
): readonly McpServer[] {
  return fillMcpServers(
    servers,
    (name) => vault.placeholderOf(name) ?? variables.find((variable) => variable.name === name)?.value,
  );
}

/** The one namespace of the store that holds files. */
const SPACE = 'files';

/**
 * The files that runs work with: those that runs wrote, which are stored on this device, and data files of the workspace,
 * which they only read. A stored file hides one of the workspace of the same path. Workflows are out of reach.
 */
function overlayFiles(workspace: ReadableFiles, kept: KeyValueStore): WorkspaceFiles {
  return {
    read: (path) =>
      guard(path, async () => {
        const found = await kept.get(SPACE, path);
        const text = found.ok ? found.value?.['text'] : undefined;
        if (typeof text === 'string') return ok(text);
        return found.ok ? workspace.read(path) : found;
      }),
    write: (path, text) => guard(path, () => kept.set(SPACE, path, { text })),
    remove: (path) =>
      guard(path, async () => {
        const found = await kept.get(SPACE, path);
        if (!found.ok || found.value !== null) return found.ok ? kept.remove(SPACE, path) : found;
        const isShared = (await workspace.read(path)).ok;
        return isShared
          ? { ...err(`“${path}” is in the workspace, which runs can only read.`), reason: 'refused' as const }
          : { ...err(`There is no “${path}” in the workspace.`), reason: 'missing' as const };
      }),
    list: async (folder) => {
      const open = await workspace.list(folder);
      const own = await kept.list(SPACE);
      if (!open.ok || !own.ok) return open.ok ? own : open;
      const below = own.value.filter((path) => folder === '' || path.startsWith(`${folder}/`));
      return ok([...new Set([...open.value.filter((path) => refuseGuarded(path) === null), ...below])]);
    },
  };
}

async function guard<T>(path: string, work: () => Promise<FileAnswer<T>>): Promise<FileAnswer<T>> {
  const refused = refuseGuarded(path);
  if (refused === null) return work();
  return { ...err(`“${path}” is out of reach for runs: ${refused}.`), reason: 'refused' };
}

/**
 * The files for an imported run: it may read and add files, but neither change nor delete existing ones, since the user has
 * not reviewed it against these files.
 */
function withoutOverwriting(files: WorkspaceFiles): WorkspaceFiles {
  return {
    ...files,
    write: async (path, text) => {
      // `list` also has files that cannot be read.
      const listed = await files.list('');
      if (!listed.ok) return listed;
      return listed.value.includes(path) ? refuse(path, 'overwrite') : files.write(path, text);
    },
    remove: async (path) => refuse(path, 'remove'),
  };
}

function refuse(path: string, what: string): Err<string> {
  return err(`This run was imported from a file: it may not ${what} “${path}”, which is already in the workspace.`);
}

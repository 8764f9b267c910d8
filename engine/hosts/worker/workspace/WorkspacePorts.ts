import type { Result } from '../../../base/index.ts';
import {
  type AuthorizeSecret,
  createPerformer,
  createVault,
  type Exposure,
  fillMcpServers,
  type HostPorts,
  type KeyValueStore,
  type ListedTools,
  type McpServer,
  type ReadableFiles,
  type RunWorkflow,
  type Vault,
  type WorkspaceFiles,
} from '../../../effects/index.ts';
import type { Workflow } from '../../../model/index.ts';
import type { RunError } from '../../../run/index.ts';
import type { Variable } from '../protocol/protocol.ts';
import { overlayFiles } from './overlayFiles.ts';
import { withoutOverwriting } from './withoutOverwriting.ts';

/** What the ports of a run are created from. */
export interface PortsOptions {
  /** The name of the file that the run was imported from; absent for one that was started here. */
  readonly importedFrom?: string;
  readonly salt: string;
  readonly vault: Vault;
  readonly variables: readonly Variable[];
  readonly exposure: Exposure;
  /** How its calls start runs. */
  readonly runWorkflow: RunWorkflow;
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
  portsOf(run: PortsOptions, own: HostPorts): HostPorts {
    const files = this.#filesOf(run.importedFrom);
    const mcpServers = fill(this.#servers, run);
    const { exposure, runWorkflow } = run;
    const shared: HostPorts = { ...this.#context.ports, ...own, mcpServers, exposure };
    return files === null ? shared : { ...shared, files, runWorkflow };
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

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
  type Vault,
  type WorkspaceFiles,
} from '../../../effects/index.ts';
import type { RunError } from '../../../run/index.ts';
import type { Clock } from '../platform/clock.ts';
import { createDelay } from '../platform/clock.ts';
import type { Variable } from '../protocol/protocol.ts';
import { overlayFiles } from './overlayFiles.ts';
import { withoutOverwriting } from './withoutOverwriting.ts';

/** What the ports of a run are created from. */
export interface PortsOptions {
  readonly path: string;
  /** The name of the file that the run was imported from; absent for one that was started here. */
  readonly importedFrom?: string;
  readonly salt: string;
  readonly baseUrl: string;
  readonly vault: Vault;
  readonly variables: readonly Variable[];
  readonly exposure: Exposure;
}

/** What is the same for all runs. */
interface PortsContext {
  readonly clock: Clock;
  readonly version: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly ports: HostPorts;
  readonly uniqueText: () => string;
  readonly keptFiles: KeyValueStore;
}

/** The files and MCP servers of the workspace, which the page provides, as ports for runs. */
export class WorkspacePorts {
  readonly #context: PortsContext;
  #files: WorkspaceFiles | null = null;
  #servers: readonly McpServer[] = [];

  constructor(context: PortsContext) {
    this.#context = context;
  }

  setWorkspace(files: WorkspaceFiles, mcpServers: readonly McpServer[]): void {
    this.#files = overlayFiles(files, this.#context.keptFiles);
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

  /** The ports of a run. `own` are its other ports, which its nested workflows use as well. */
  portsOf(run: PortsOptions, own: HostPorts): HostPorts {
    const { clock, version, fetch, ports } = this.#context;
    const provided = this.#files;
    const files = provided !== null && run.importedFrom !== undefined ? withoutOverwriting(provided) : provided;
    const mcpServers = fill(this.#servers, run);
    const { exposure } = run;
    const shared: HostPorts = { ...ports, ...own, mcpServers, exposure, ...(files === null ? {} : { files }) };
    if (files === null) return shared;
    return {
      ...shared,
      // Loaded with the first nested workflow.
      runWorkflow: async (workflow, signal) => {
        const { createRunWorkflow } = await import('../../runNested.ts');
        const runWorkflow = createRunWorkflow({
          file: run.path,
          files,
          variables: run.variables,
          salt: run.salt,
          version,
          now: clock.now,
          delay: createDelay(clock),
          createPerformer: (vault, nested) =>
            createPerformer({
              ...shared,
              ...nested,
              baseUrl: run.baseUrl,
              resolveSecret: vault.resolveSecret,
              delay: createDelay(clock),
              ...(fetch === undefined ? {} : { fetch }),
            }),
        });
        return runWorkflow(workflow, signal);
      },
    };
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

import type { JsonObject, Result } from '../base/index.ts';
import type { Outcome } from '../run/index.ts';
import type { MemoryHome } from './memory/MemoryHome.ts';
import type { Failure } from './outcome.ts';
import type { Script, ScriptAnswer } from './scripts/Script.ts';

/** The files of the workspace, as tools may touch them. Paths are relative, with `/`; errors are messages for the user. */
export interface WorkspaceFiles {
  readonly read: (path: string) => Promise<FileAnswer<string>>;
  readonly write: (path: string, text: string) => Promise<FileAnswer<null>>;
  readonly remove: (path: string) => Promise<FileAnswer<null>>;
  /** Paths under a folder; all of them for the empty path. */
  readonly list: (folder: string) => Promise<FileAnswer<readonly string[]>>;
}

/** Files that are only read. */
export type ReadableFiles = Pick<WorkspaceFiles, 'read' | 'list'>;

/** The error is a sentence for the user; `reason` names those that are told apart: there is no such file, and runs may not touch it. */
export type FileAnswer<T> = Result<T, string> & { readonly reason?: 'missing' | 'refused' };

/** The store of `core:kv`, across runs: JSON by namespace and key. */
export interface KeyValueStore {
  readonly get: (namespace: string, key: string) => Promise<Result<JsonObject | null, string>>;
  readonly set: (namespace: string, key: string, entry: JsonObject) => Promise<Result<null, string>>;
  readonly remove: (namespace: string, key: string) => Promise<Result<null, string>>;
  readonly list: (namespace: string) => Promise<Result<readonly string[], string>>;
}

/** An MCP server of the workspace, spoken to over Streamable HTTP. Header values may hold placeholders of secrets. */
export interface McpServer {
  readonly name: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Runs a script of `core:javascript`, isolated from everything else. An abort ends it immediately. Never rejects. */
export type RunScript = (script: Script, signal: AbortSignal) => Promise<ScriptAnswer>;

/** Runs another workflow of the workspace to its end and answers with its result. Never rejects. */
export type RunWorkflow = (
  workflow: { readonly file: string; readonly input: JsonObject; readonly key: string; readonly simulate: boolean },
  signal: AbortSignal,
) => Promise<Outcome>;

/**
 * How a secret reaches an origin, each including those before it: `derived`, the data of a run that used it and may reveal it;
 * `credential`, in a header or parameter that signs a request; `content`, in the content, which a service may keep and show.
 */
export type SecretUse = 'derived' | 'credential' | 'content';

/**
 * Asked before a secret goes to an origin, or to a store of this device; `origin` is null where the secret has no value yet,
 * and one is asked for. False refuses the request; after true the value is there. Without this port every origin is allowed.
 */
export type AuthorizeSecret = (use: {
  readonly name: string;
  readonly origin: string | null;
  readonly as: SecretUse;
  readonly signal: AbortSignal;
}) => Promise<boolean>;

/** What a call shows while it runs: text of a model as it streams. Neither journaled nor part of a run's events. */
export interface CallProgress {
  readonly key: string;
  /** The text since the last one. */
  readonly text: string;
}

/** What a host provides to calls; an absent port answers with a typed error that says so. */
export interface HostPorts {
  readonly files?: WorkspaceFiles;
  readonly keyValues?: KeyValueStore;
  readonly memory?: MemoryHome;
  readonly mcpServers?: readonly McpServer[];
  readonly runScript?: RunScript;
  readonly runWorkflow?: RunWorkflow;
  readonly authorizeSecret?: AuthorizeSecret;
  readonly exposure?: Exposure;
  readonly onProgress?: (progress: CallProgress) => void;
}

/** A request that is under way. */
export interface OpenRequest {
  readonly origin: string;
  /** Names of the guessable secrets whose data may reach its origin. */
  readonly allowed: Set<string>;
  /** Ends it with a failure. */
  readonly end: (failure: Failure) => void;
}

/**
 * Names of the guessable secrets that a run has used: its later data may reveal them, and so may whatever it does with a request that is open,
 * such as when it ends. Shared with the workflows it calls.
 */
export class Exposure extends Set<string> {
  readonly openRequests = new Set<OpenRequest>();
}

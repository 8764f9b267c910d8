/** What a check uses of the workspace around a file. */
export interface CheckWorkspace {
  /** The texts it imports, by path; without them imports are not followed. */
  readonly files?: ReadonlyMap<string, string>;
  /** Names of the variables and secrets; without them none is reported as missing. */
  readonly variables?: readonly string[];
  /** Paths of the files of the workspace, for `signalbox.serve.yaml`, which names workflows. */
  readonly paths?: readonly string[];
}

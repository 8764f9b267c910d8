/** The file of a folder that says what its server does. */
export const SERVE_CONFIG = 'signalbox.serve.yaml';

/** Whether a path of a workspace is that file: one in a folder further down is not read by the server. */
export function isServeConfig(path: string): boolean {
  return path === SERVE_CONFIG;
}

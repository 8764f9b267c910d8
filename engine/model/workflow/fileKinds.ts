/** The file of a folder that says what its server does. */
export const SERVE_CONFIG = 'signalbox.serve.yaml';

/** Whether a path of a workspace is that file: one in a folder further down is not read by the server. */
export function isServeConfig(path: string): boolean {
  return path === SERVE_CONFIG;
}

/** Whether some server may be configured by a file, in whatever folder it is and however its name is written: not all disks tell capitals apart, or a long s from a short one. */
export function mayConfigureServer(path: string): boolean {
  return (
    path
      .slice(path.lastIndexOf('/') + 1)
      .normalize('NFKC')
      .toLowerCase() === SERVE_CONFIG
  );
}

/** Whether a file holds tests of a workflow, by its name: `orders.test.yaml`. */
export function isTestFile(path: string): boolean {
  return /\.test\.ya?ml$/i.test(path);
}

/** Whether a file holds the rows of a dataset, by its name: `orders.cases.yaml`. */
export function isRowsFile(path: string): boolean {
  return /(^|[./])cases\.ya?ml$/i.test(path);
}

/** Whether a YAML file of a workspace is a workflow, by its path: neither what a server does, nor tests of one, nor their rows. */
export function holdsWorkflow(path: string): boolean {
  return !isServeConfig(path) && !isTestFile(path) && !isRowsFile(path);
}

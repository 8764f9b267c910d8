/**
 * Why runs reach no file of such a path in a folder of workflows, as the end of a sentence; null where they do. What
 * decides what runs and who may run it is for people alone.
 *
 * | path                         | |
 * |------------------------------|---|
 * | `.git/config`, `a/.env`      | hidden: settings, keys and the state of programs |
 * | `a.yaml`, `A.YML`            | a workflow, a test, a package or the configuration of a server |
 * | `node_modules/x/index.js`    | code of programs |
 */
export function refuseGuarded(path: string): string | null {
  const steps = path.split('/');
  if (steps.some(isHidden)) return 'names that begin with a dot are hidden from runs';
  if (steps.some((step) => step.toLowerCase() === 'node_modules')) return 'runs do not touch installed packages';
  return /\.ya?ml[. ]*$/i.test(path)
    ? 'YAML files here are workflows and configuration, which runs do not touch; use another ending, such as .json or .txt'
    : null;
}

/** Whether a name of a file or folder is hidden. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

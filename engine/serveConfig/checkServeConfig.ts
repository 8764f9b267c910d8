import { findRange, parseSyntax, tellTabs } from '../syntax/index.ts';
import { createLineIndex, type Diagnostic, type Path } from '../text/index.ts';
import { type ConfigFinding, readConfig, type ServeConfig } from './readConfig.ts';

/**
 * What is wrong in the text of `signalbox.serve.yaml`. A workflow that is not there is an error here, also for CI, though the server starts
 * all the same. Patterns must be loaded.
 *
 * @param hasWorkflow whether the folder has a workflow of a name; undefined: that is not known
 */
export function checkServeConfig(text: string, hasWorkflow?: (name: string) => boolean): readonly Diagnostic[] {
  const { errors } = parseSyntax(text);
  if (errors.length > 0) return tellTabs(errors, text);
  const read = readConfig(text);
  const missing = read.ok && hasWorkflow !== undefined ? findMissing(text, read.value, hasWorkflow) : [];
  const found = read.ok ? missing : read.error;
  return found.map(({ range, message }) => ({ code: 'SERVE_CONFIG', severity: 'error', range, path: [], message }));
}

/**
 * The names in the text of `signalbox.serve.yaml` of workflows that are not there, in the order of the text. They keep no server from
 * beginning: a file that was deleted or renamed may come back, and all else is not to wait for it.
 *
 * @param config what the text says
 */
export function findMissing(
  text: string,
  config: ServeConfig,
  hasWorkflow: (name: string) => boolean,
): readonly ConfigFinding[] {
  const missing = listNamed(config).filter(({ workflow }) => !hasWorkflow(workflow));
  if (missing.length === 0) return [];
  const syntax = parseSyntax(text);
  const lines = createLineIndex(text);
  return missing
    .map(({ path, workflow }) => {
      const range = findRange(syntax, path, typeof path.at(-1) === 'number' ? 'value' : 'key');
      const message = `${path.join('.')} names the workflow ${workflow}, but there is no file ${workflow}.yaml in the folder.`;
      return { ...lines.positionAt(range.start), range, message };
    })
    .toSorted((a, b) => a.range.start - b.range.start);
}

/** What names a workflow, with its place in the file. */
function listNamed({
  reach,
  sharedFiles,
  schedules,
  webhooks,
  tools,
  failures,
}: ServeConfig): readonly { readonly path: Path; readonly workflow: string }[] {
  return [
    ...[...reach.workflows.keys()].map((workflow) => ({ path: ['reach', 'workflows', workflow], workflow })),
    ...[...sharedFiles.keys()].map((workflow) => ({ path: ['files', workflow], workflow })),
    ...schedules.map(({ name, workflow }) => ({ path: ['schedules', name, 'workflow'], workflow })),
    ...webhooks.map(({ name, workflow }) => ({ path: ['webhooks', name, 'workflow'], workflow })),
    ...tools.map(({ workflow }, index) => ({ path: ['mcp', index], workflow })),
    ...failures.flatMap(({ of, workflow }) => {
      // A rule for all may be written without a map.
      const path = of === '*' ? ['on_failure'] : ['on_failure', of];
      const named = [...(of === '*' ? [] : [of]), ...(workflow === null ? [] : [workflow])];
      return named.map((name) => ({ path, workflow: name }));
    }),
  ];
}

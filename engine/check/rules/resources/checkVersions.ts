import { type Data, isDataMap } from '../../../base/index.ts';
import { type Reference, resolveUse, walkTasks } from '../../../model/index.ts';
import { findNode, toNodeData } from '../../../syntax/index.ts';
import type { Path } from '../../../text/index.ts';
import { type Finding, fixByRemoving, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

/** Built-ins requested in a version: they have one, the engine's (format.md 3). */
export const checkVersions: Rule = function* (subject) {
  const { workflow } = subject.analysis;
  for (const { task } of walkTasks(workflow)) {
    const { use } = task;
    if (use === null || use.version === null || resolveUse(workflow, task).kind !== 'core') continue;
    yield* checkUse(use, task.path, subject);
  }
  for (const { use, path } of [...workflow.agents, ...workflow.tools]) {
    if (use !== null) yield* checkUse(use, path, subject);
  }
};

function* checkUse(use: Reference, owner: Path, subject: Subject): Iterable<Finding> {
  if (use.repo !== 'core' || use.version === null) return;
  const path = [...owner, 'use'];
  const node = findNode(subject.tree, path);
  const written = toNodeData(node ?? null);
  // What a package uses is in another file, and is reported there.
  const isHere = isDataMap(written) ? written.get('repo') === 'core' : isText(written, use.version);
  if (!isHere) return;
  const name = `core:${use.package}`;
  const message = `Built-ins have one version, that of Signalbox: "@${use.version}" has no effect. Write "${name}".`;
  const fixes = isDataMap(written)
    ? fixByRemoving(subject, [...path, 'version'], 'Remove the version')
    : fixBySetting(subject, path, name, `Change to ${name}`);
  yield { code: 'CORE_VERSION', path, message, fixes };
}

function isText(written: Data, version: string): boolean {
  return typeof written === 'string' && written.startsWith('core') && written.trim().endsWith(`@${version}`);
}

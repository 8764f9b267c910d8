import { followAlias, type MapNode, type Syntax } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { type Reference, toReference } from '../workflow/parseReference.ts';
import { readWorkflow } from '../workflow/readWorkflow.ts';
import { resolveUse } from '../workflow/resolveUse.ts';
import { type Agent, type Tool, type UsedPackage, type Workflow, walkTasks } from '../workflow/Workflow.ts';
import type { ImportSource } from './DefinitionReader.ts';
import type { DefinitionKind } from './findDefinition.ts';
import { ImportResolver } from './ImportResolver.ts';
import type { ImportSite, Texts } from './importPlace.ts';
import { appendItem, entriesOf, replaceEntry, toScalar } from './mergeDefinition.ts';

/** A document with everything it imports in its place. */
export interface ResolvedImports {
  /** The merged tree, with the text of the document itself: offsets of what was imported belong to other texts. */
  readonly syntax: Syntax;
  /** With its `packages`. Definitions that only tasks use follow the document's own. */
  readonly workflow: Workflow;
  readonly sites: readonly ImportSite[];
  /** The texts that were read, by path, without the document itself. */
  readonly texts: Texts;
  /** The files that were looked for and are not among the texts. */
  readonly wanted: readonly string[];
}

/**
 * Reads a document with its imports (format.md 3): each definition is merged under the keys written next to its `import`,
 * and over the package its `use` names; also those of what is imported. Packages that tasks use become agents and tools
 * of the document. What cannot be followed stays as it is, and its site holds the reason.
 */
export function resolveImports(source: ImportSource): ResolvedImports {
  const { syntax } = source;
  const resolver = new ImportResolver(source);
  const root = resolver.resolveDocument();
  const merged = root === syntax.root ? syntax : { text: syntax.text, root, errors: syntax.errors };
  const read = merged === syntax && source.workflow ? source.workflow : readWorkflow(merged);
  const counts = { agents: read.agents.length, tools: read.tools.length };
  const complete = appendPackages(resolver, merged, markPackages(read, resolver, counts));
  const whole = complete === merged ? read : readWorkflow(complete, { syntax: merged, workflow: read });
  const workflow = markPackages(whole, resolver, counts);
  const { sites, reader } = resolver;
  const { read: texts, wanted } = reader;
  return { syntax: complete, workflow, sites, texts, wanted: [...wanted] };
}

/** The merged document with an agent or a tool for each package that a task uses, under the reference as its id. */
function appendPackages(resolver: ImportResolver, merged: Syntax, workflow: Workflow): Syntax {
  const uses = listPackageUses(workflow);
  const start = followAlias(merged.root);
  if (uses.length === 0 || start?.kind !== 'map') return merged;
  let root: MapNode = start;
  for (const { reference, paths } of uses) {
    const [at, ...others] = paths;
    if (at === undefined) continue;
    const from = resolver.sites.length;
    const found = resolver.resolveTaskUse(reference, { at, path: (kind) => [kind, countItems(root, kind)] });
    const reported = resolver.sites.slice(from).find((site) => site.at === at);
    if (reported !== undefined) resolver.sites.push(...others.map((other) => ({ ...reported, at: other })));
    if (found === null || !canAppend(root, found.kind)) continue;
    const node = replaceEntry(found.node, 'id', toScalar(idOf(reference), root.start));
    root = appendItem(root, found.kind, node);
  }
  return root === start ? merged : { ...merged, root };
}

interface PackageUse {
  readonly reference: Reference;
  /** The paths of `use` in all tasks that have it. */
  readonly paths: readonly Path[];
}

/** What tasks use that no text here defines. */
function listPackageUses(workflow: Workflow): readonly PackageUse[] {
  const uses = new Map<string, { reference: Reference; paths: Path[] }>();
  for (const { task } of walkTasks(workflow)) {
    if (task.use === null || resolveUse(workflow, task).kind !== 'unresolved') continue;
    const path = [...task.path, 'use'];
    const known = uses.get(idOf(task.use));
    if (known === undefined) uses.set(idOf(task.use), { reference: task.use, paths: [path] });
    else known.paths.push(path);
  }
  return [...uses.values()];
}

/** A reference as an id: however it is written, `repo:package@version`. */
function idOf({ repo, package: name, version }: Reference): string {
  return toReference(repo, name, version)?.text ?? '';
}

function countItems(root: MapNode, key: DefinitionKind): number {
  const list = followAlias(entriesOf(root).get(key) ?? null);
  return list?.kind === 'list' ? list.items.length : 0;
}

/** Something else than a list stays, for `check` to see. */
function canAppend(root: MapNode, key: DefinitionKind): boolean {
  const value = entriesOf(root).get(key);
  return value === undefined || followAlias(value)?.kind === 'list';
}

/** Marks which definitions come from packages; those behind the document's own are in no text. */
function markPackages(
  workflow: Workflow,
  { packages, packageOf }: ImportResolver,
  counts: { readonly agents: number; readonly tools: number },
): Workflow {
  if (packages.size === 0) return workflow;
  const mark = <T extends Agent | Tool>(definitions: readonly T[], count: number): readonly T[] =>
    definitions.map((definition, index) => {
      const used: UsedPackage | undefined = packageOf.get(definition.path.join('\n'));
      if (used === undefined) return definition;
      return { ...definition, package: used, ...(index < count ? {} : { isPackaged: true as const }) };
    });
  const agents = mark(workflow.agents, counts.agents);
  const tools = mark(workflow.tools, counts.tools);
  return { ...workflow, agents, tools, packages: [...packages.values()] };
}

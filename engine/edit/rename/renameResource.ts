import { assertNever, isDataMap, ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { resolveUse, type Workflow, walkTasks } from '../../model/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { findIdProblem, findReferableProblem } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, hasEntry, removePath, type Step, setAt } from '../steps/editFile.ts';
import { type Referent, rewriteReferences } from '../steps/rewriteReferences.ts';
import { FileSteps, type Files, openFiles, type WorkspaceFiles } from '../steps/workspaceFiles.ts';
import {
  actionUses,
  type DefinitionRename,
  followRename,
  mergedWorkflow,
  renameUsesInTests,
  usesOf,
} from './renameAcross.ts';

/** An agent, a tool, the workflow's memory or that of an agent, or an action of an agent. */
export type ResourceName =
  | {
      readonly kind: 'agent' | 'tool' | 'memory';
      readonly id: string;
      /** Of a memory: the agent whose own it is; the workflow's when absent. */
      readonly agent?: string | undefined;
    }
  | { readonly kind: 'action'; readonly id: string; readonly agent: string };

/** The place of a resource in the text; undefined when there is none. The first of two with one id counts. */
export function findResource(
  { agents, tools, memory }: Workflow,
  name: ResourceName,
): { readonly path: Path } | undefined {
  switch (name.kind) {
    case 'agent':
      return agents.find(({ id }) => id === name.id);
    case 'tool':
      return tools.find(({ id }) => id === name.id);
    case 'memory':
      return memoryOf(agents, memory, name);
    case 'action':
      return agents.find(({ id }) => id === name.agent)?.actions.find(({ id }) => id === name.id);
    default:
      return assertNever(name);
  }
}

function memoryOf(
  agents: Workflow['agents'],
  memory: Workflow['memory'],
  { id, agent }: { readonly id: string; readonly agent?: string | undefined },
): { readonly path: Path } | undefined {
  const held = agent === undefined ? memory : agents.find((other) => other.id === agent)?.memory;
  return held?.id === id ? held : undefined;
}

/**
 * Gives a resource another id, and with it every `use`, `action`, agent tool and reference in a template that names it.
 * Agents that share the workflow's memory by its id keep sharing it. With `files`, every import of it in another file
 * follows; where such a file takes over the id, so does all that names it there, and so on.
 */
export function renameResource(
  analysis: Analysis,
  { to, files, ...name }: ResourceName & { readonly to: string; readonly files?: Files | undefined },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const workspace = files && openFiles(files, analysis);
  const merged = workspace ? mergedWorkflow(workspace, analysis) : analysis.workflow;
  const own = findResource(analysis.workflow, name);
  const found = own ?? findResource(merged, name);
  if (!found) return refuseUnknown(name);
  const origin = `renameResource:${name.kind}.${name.id}`;
  if (to === name.id) return ok({ origin, changes: [] });
  const isUsed = name.kind === 'agent' || name.kind === 'tool';
  const problem = isUsed ? findReferableProblem(to) : findIdProblem(to);
  if (problem) return refuse('INVALID_ID', to, problem);
  if (findResource(merged, { ...name, id: to })) {
    return refuse('DUPLICATE_ID', to, `There is already a ${name.kind} “${to}”. Choose another id.`);
  }
  if (!own && name.kind === 'action') {
    return refuse(
      'DEFINITION_ELSEWHERE',
      name.id,
      `The action “${name.id}” is imported. Rename it in the file that declares it.`,
    );
  }
  const reads = isShared(analysis.workflow, name) ? [] : renameReads(name, to);
  const steps = [setAt([...found.path, 'id'], to), ...renameUses(analysis, name, to), ...reads];
  if (!workspace) return editFile(analysis, { origin, steps });
  return renameInFiles(analysis, { name, to, path: found.path, isWritten: own !== undefined, steps, workspace });
}

interface ResourceRename {
  readonly name: ResourceName;
  readonly to: string;
  readonly path: Path;
  readonly isWritten: boolean;
  readonly steps: readonly Step[];
  readonly workspace: WorkspaceFiles;
}

function renameInFiles(analysis: Analysis, rename: ResourceRename): Result<Transaction, Refusal> {
  const { name, to, path, workspace, isWritten } = rename;
  const steps = new FileSteps();
  steps.add(analysis.path, rename.steps);
  const place = { file: analysis.path, to, isWritten };
  let followed: Result<null, Refusal> = ok(null);
  if (name.kind === 'action') followActions(workspace, { name, to, file: analysis.path, path, steps });
  else if (name.kind === 'memory' && name.agent === undefined)
    followMemory(workspace, { id: name.id, to, analysis, steps });
  else if (name.kind !== 'memory') {
    const workflows = new Set([analysis.path]);
    const uses = (other: Analysis): Step[] => {
      workflows.add(other.path);
      return renameResourceUses(other, name, to);
    };
    const start = { ...place, kind: `${name.kind}s` as const, path, from: name.id };
    followed = followRename(workspace, start, { steps, renameUses: uses });
    renameUsesInTests(workspace, steps, { workflows, from: name.id, to });
  }
  if (!followed.ok) return followed;
  const edits = steps.toEdits(workspace);
  return edits.ok ? ok({ origin: `renameResource:${name.kind}.${name.id}`, changes: edits.value }) : edits;
}

interface ActionRename {
  readonly name: ResourceName & { readonly kind: 'action' };
  readonly to: string;
  readonly file: string;
  /** Of the action. */
  readonly path: Path;
  readonly steps: FileSteps;
}

/** Tasks of other files that name an action of an agent they import. One whose file writes actions of its own has none of these. */
function followActions(workspace: WorkspaceFiles, { name, to, file, path, steps }: ActionRename): void {
  const agent = { kind: 'agents' as const, from: name.agent, to: name.agent, isWritten: true };
  const open: DefinitionRename[] = [{ ...agent, file, path: path.slice(0, -2) }];
  const seen = new Set<string>();
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    for (const use of usesOf(workspace, item)) {
      const key = JSON.stringify([use.file, use.path]);
      const analysis = workspace.analysisOf(use.file);
      if (seen.has(key) || analysis === undefined || hasEntry(analysis.syntax, [...use.path, 'actions'])) continue;
      seen.add(key);
      const tasks = actionUses(mergedWorkflow(workspace, analysis), { path: use.path, action: name.id });
      const own = tasks.filter((task) => hasEntry(analysis.syntax, [...task.path, 'action']));
      steps.add(
        use.file,
        own.map((task) => setAt([...task.path, 'action'], to)),
      );
      open.push({ ...item, file: use.file, path: use.path, from: use.id ?? item.from, isWritten: use.id !== null });
    }
  }
}

/** Files that share the memory with an agent they import from here keep sharing it. */
function followMemory(
  workspace: WorkspaceFiles,
  { id, to, analysis, steps }: { id: string; to: string; analysis: Analysis; steps: FileSteps },
): void {
  const sharing = analysis.workflow.agents.filter((agent) => agent.memory?.id === id);
  const files = new Set<string>();
  for (const agent of sharing) {
    const item = {
      file: analysis.path,
      kind: 'agents' as const,
      path: agent.path,
      from: agent.id,
      to,
      isWritten: true,
    };
    for (const use of usesOf(workspace, item)) files.add(use.file);
  }
  files.delete(analysis.path);
  const name = { kind: 'memory', id } as const;
  for (const file of files) {
    const other = workspace.analysisOf(file);
    const memory = other && findResource(other.workflow, name);
    if (!other || !memory) continue;
    steps.add(file, [setAt([...memory.path, 'id'], to), ...renameResourceUses(other, name, to)]);
  }
}

/** Whether an agent's own memory has the id of another one: what is read by that id is then still there. */
function isShared({ agents, memory }: Workflow, name: ResourceName): boolean {
  if (name.kind !== 'memory' || name.agent === undefined) return false;
  const others = agents.filter((agent) => agent.id !== name.agent).map((agent) => agent.memory);
  return [memory, ...others].some((other) => other?.id === name.id);
}

/** The steps that put one id for another wherever a file names a resource. */
export function renameResourceUses(analysis: Analysis, name: ResourceName, to: string): Step[] {
  return [...renameUses(analysis, name, to), ...renameReads(name, to)];
}

/** What templates read of it. */
function renameReads(name: ResourceName, to: string): Step[] {
  return name.kind === 'action' ? [] : [rewriteReferences([{ root: ROOTS[name.kind], from: name.id, to }])];
}

/** Removes a resource. What uses it stays as it is, and the check reports it. */
export function removeResource(analysis: Analysis, name: ResourceName): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const { workflow } = analysis;
  const found = findResource(workflow, name);
  if (!found) return refuseUnknown(name);
  const list = found.path.slice(0, -1);
  const isLast = typeof found.path.at(-1) === 'number' && !hasEntry(analysis.syntax, [...list, 1]);
  const step = removePath(isLast ? list : found.path);
  return editFile(analysis, { origin: `removeResource:${name.kind}.${name.id}`, steps: [step] });
}

function refuseUnknown({ kind, id }: ResourceName): ReturnType<typeof refuse> {
  return refuse('UNKNOWN_RESOURCE', id, `There is no ${kind} “${id}” in this file.`);
}

const ROOTS = { agent: 'agents', tool: 'tools', memory: 'memory' } as const satisfies Record<string, Referent['root']>;

function renameUses(analysis: Analysis, name: ResourceName, to: string): Step[] {
  switch (name.kind) {
    case 'agent':
      return renameTaskUses(analysis, `agent:${name.id}`, to);
    case 'tool':
      return [...renameTaskUses(analysis, `tool:${name.id}`, to), ...renameAgentTools(analysis.workflow, name.id, to)];
    case 'action':
      return [...walkTasks(analysis.workflow)]
        .filter(({ task }) => {
          const use = resolveUse(analysis.workflow, task);
          return task.action === name.id && use.kind === 'agent' && use.agent.id === name.agent;
        })
        .map(({ task }) => setAt([...task.path, 'action'], to));
    case 'memory':
      if (name.agent !== undefined) return [];
      return analysis.workflow.agents
        .filter((agent) => agent.memory?.id === name.id)
        .map((agent) => setAt([...(agent.memory?.path ?? []), 'id'], to));
    default:
      return assertNever(name);
  }
}

/** Tasks whose `use` names the definition, as text or as an object, get the new id; the form stays. */
function renameTaskUses(analysis: Analysis, use: string, to: string): Step[] {
  return [...walkTasks(analysis.workflow)]
    .filter(({ task }) => task.use?.text === use)
    .map(({ task }) => {
      const path = [...task.path, 'use'];
      const isObject = hasEntry(analysis.syntax, [...path, 'package']);
      return isObject ? setAt([...path, 'package'], to) : setAt(path, `${use.slice(0, use.indexOf(':'))}:${to}`);
    });
}

/** `{id}` in an agent's `tools` means the workflow's tool of that id, unless it brings its own `use` (format.md 3). */
function renameAgentTools({ agents }: Workflow, id: string, to: string): Step[] {
  return agents.flatMap((agent) =>
    agent.tools.flatMap((tool, index) => {
      const isReference = isDataMap(tool) && tool.get('id') === id && !tool.has('use');
      return isReference ? [setAt([...agent.path, 'tools', index, 'id'], to)] : [];
    }),
  );
}

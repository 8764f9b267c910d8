import { err, ok, type Result } from '../../base/index.ts';
import { findResource, type ResourceName } from '../../edit/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode, type Syntax } from '../../syntax/index.ts';
import type { Path, Refusal } from '../../text/index.ts';

/** A part of a document as a change names it: of these keys only those that belong together; none is the document. */
export interface PartName {
  readonly task?: string | undefined;
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
  readonly memory?: string | undefined;
  readonly action?: string | undefined;
}

/** The keys that name a part, for the commands that take one. */
export const PART_KEYS = {
  task: { kind: 'text', about: 'the id of a task', isOptional: true },
  agent: { kind: 'text', about: 'the id of an agent', isOptional: true },
  tool: { kind: 'text', about: 'the id of a tool', isOptional: true },
  memory: { kind: 'text', about: 'the id of a memory; with agent, of its own', isOptional: true },
  action: { kind: 'text', about: 'the id of an action of agent', isOptional: true },
} as const;

/** The resource a change names; null where it names none, a refusal where its names do not belong together. */
export function toResource({ agent, tool, memory, action }: PartName): Result<ResourceName | null, Refusal> {
  const alone = [tool, memory, action].filter((name) => name !== undefined);
  if (alone.length > 1 || (tool !== undefined && agent !== undefined)) return err(SEVERAL_PARTS);
  if (tool !== undefined) return ok({ kind: 'tool', id: tool });
  if (memory !== undefined) return ok({ kind: 'memory', id: memory, agent });
  if (action !== undefined) {
    return agent === undefined ? err(ACTION_ALONE) : ok({ kind: 'action', id: action, agent });
  }
  return ok(agent === undefined ? null : { kind: 'agent', id: agent });
}

/** Where a part is in the text. */
export function findPart(analysis: Analysis, name: PartName): Result<Path, Refusal> {
  const resource = toResource(name);
  if (!resource.ok) return resource;
  if (name.task !== undefined) {
    if (resource.value !== null) return err(SEVERAL_PARTS);
    const node = analysis.graph.nodes.get(name.task);
    return node ? ok(node.task.path) : err(unknown('UNKNOWN_TASK', name.task, 'task'));
  }
  if (resource.value === null) return ok([]);
  const found = findResource(analysis.workflow, resource.value);
  if (found) return ok(found.path);
  return err(unknown('UNKNOWN_RESOURCE', resource.value.id, resource.value.kind));
}

/** A field of a part: numbers in a text count the items of a list where there is one. */
export function resolveField(syntax: Syntax, part: Path, field: Path): Path {
  let path = part;
  for (const key of field) {
    const isItem = typeof key === 'string' && /^\d{1,9}$/u.test(key) && findNode(syntax, path)?.kind === 'list';
    path = [...path, isItem ? Number(key) : key];
  }
  return path;
}

function unknown(code: string, id: string, kind: string): Refusal {
  return { code, subject: id, message: `There is no ${kind} “${id}” in this file.` };
}

const SEVERAL_PARTS: Refusal = {
  code: 'SEVERAL_PARTS',
  subject: '',
  message: 'A change is about one part: a task, an agent, a tool, a memory, or an action of an agent.',
};

const ACTION_ALONE: Refusal = {
  code: 'SEVERAL_PARTS',
  subject: '',
  message: 'An action is named together with its agent.',
};

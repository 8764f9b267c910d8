import { findClosest, isDataMap } from '../../../base/index.ts';
import type { ExpressionReference } from '../../../expression/index.ts';
import { type Action, type Agent, resolveUse, type Task, walkTasks } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { rootTypes, type Shape } from '../../../types/index.ts';
import type { Finding, Rule, Subject } from '../../subject/Rule.ts';
import { rangeIn } from './checkExpressions.ts';

/** The syntax of an expression that handles a missing value. */
const PREPARED = /\?|&&|\|\||\bdefault\b/;

/** Prompts of agents that read what the task which asks the agent does not pass. */
export const checkPrompts: Rule = function* (subject) {
  const { workflow, graph } = subject.analysis;
  if (workflow.agents.length === 0) return;
  let readsOf: ((agent: Agent, action: Action | null) => readonly PromptRead[]) | undefined;
  for (const { task } of walkTasks(workflow)) {
    if (task.isDisabled || graph.nodes.get(task.id)?.isReachable !== true) continue;
    const use = resolveUse(workflow, task);
    if (use.kind !== 'agent') continue;
    const { agent, action } = use;
    if (agent.with !== null && !isDataMap(agent.with)) continue;
    readsOf ??= createLookup(subject);
    const reads = readsOf(agent, action);
    if (reads.length === 0) continue;
    const input = rootTypes(subject.analysis, task, [...task.path, 'use']).root('input');
    for (const read of reads) if (input !== undefined) yield* unpassed(read, { task, agent, input });
  }
};

/** Answers with what is read by the prompts of an agent, of all actions or of one. Many tasks ask the same. */
function createLookup(subject: Subject): (agent: Agent, action: Action | null) => readonly PromptRead[] {
  const all = collectReads(subject);
  const known = new Map<Agent | Action, readonly PromptRead[]>();
  return (agent, action) => {
    const found =
      known.get(action ?? agent) ??
      all.filter(({ path }) => isWithin(path, agent.path) && (action === null || !isOfOther(path, agent, action.path)));
    known.set(action ?? agent, found);
    return found;
  };
}

/** A key of `input` that a prompt reads. */
interface PromptRead {
  readonly path: Path;
  readonly key: string;
  readonly range: Finding['range'];
}

function collectReads(subject: Subject): readonly PromptRead[] {
  const found: PromptRead[] = [];
  for (const { path, template } of subject.templates) {
    if (path[0] !== 'agents' || !path.some((step) => step === 'instructions' || step === 'messages')) continue;
    for (const { errors, references, source, start, end } of template.expressions) {
      if (errors.length > 0 || PREPARED.test(source.slice(start, end))) continue;
      for (const reference of references) {
        const key = keyOf(reference);
        const place = reference.keys[0];
        if (key !== null && place !== undefined) found.push({ path, key, range: rangeIn(subject, path, place) });
      }
    }
  }
  return found;
}

function keyOf({ root, path: [key] }: ExpressionReference): string | null {
  return root === 'input' && typeof key === 'string' ? key : null;
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}

/** Whether a place is in an action of the agent other than the one that is asked. */
function isOfOther(path: Path, agent: Agent, action: Path): boolean {
  return path[agent.path.length] === 'actions' && !isWithin(path, action);
}

interface Asking {
  readonly task: Task;
  readonly agent: Agent;
  readonly input: Shape;
}

function* unpassed({ path, key, range }: PromptRead, { task, agent, input }: Asking): Iterable<Finding> {
  const { members, isClosed, isListed, others } = input;
  if ((isClosed !== true && isListed !== true) || others !== undefined || members === undefined) return;
  const base = isDataMap(agent.with) ? [...agent.with.keys()] : [];
  const passed = [...new Set([...members.keys(), ...base])];
  if (passed.includes(key)) return;
  const near = findClosest(key, passed);
  const names = passed.slice(0, 8).join(', ');
  const hint =
    near !== undefined ? ` Did you mean "${near}"?` : names === '' ? ' It passes nothing.' : ` It passes ${names}.`;
  const message = `The task "${task.id}" passes no "${key}" to the agent "${agent.id}", so this is null in its prompt.${hint}`;
  yield { code: 'UNKNOWN_MEMBER', path, ...(range === undefined ? {} : { range }), message };
}

import { isDataMap } from '../../../base/index.ts';
import {
  childrenOf,
  type Expression,
  type ExpressionNode,
  type ExpressionReference,
} from '../../../expression/index.ts';
import { walkTasks } from '../../../model/index.ts';
import type { Finding, Rule, Subject } from '../../subject/Rule.ts';
import { rangeIn } from './checkExpressions.ts';

/** What expressions read by an id known before the run: `tasks.<id>`, `agents.<id>`, `tools.<id>`, `memory.<id>`. */
export const checkReferences: Rule = function* (subject) {
  const ids = collectIds(subject);
  for (const { path, template } of subject.templates) {
    for (const { errors, references } of template.expressions) {
      if (errors.length > 0) continue;
      for (const reference of references) {
        const finding = checkReference(reference, { subject, ids, path });
        if (finding !== undefined) yield finding;
      }
    }
  }
};

interface ReferencePlace {
  readonly subject: Subject;
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  readonly path: Finding['path'];
}

function checkReference(
  { root, path: keys, keys: places }: ExpressionReference,
  { subject, ids, path }: ReferencePlace,
): Finding | undefined {
  const known = ids.get(root);
  const [id] = keys;
  const [place] = places;
  if (known === undefined || typeof id !== 'string' || place === undefined || known.has(id)) return undefined;
  const range = rangeIn(subject, path, place);
  const kind = KINDS[root] ?? root;
  const near = subject.suggest(id, () => known);
  const message = `There is no ${kind} "${id}".`;
  if (near === undefined) {
    const hint =
      known.size === 0 ? ` This workflow has none.` : ` This workflow has ${[...known].slice(0, 8).join(', ')}.`;
    return { code: 'UNKNOWN_ID', path, range, message: message + hint };
  }
  const isPlain = subject.analysis.syntax.text.slice(range.start, range.end) === id && /^[\w$-]+$/.test(near);
  const fixes = () => (isPlain ? [{ title: `Change to ${near}`, edits: [{ ...range, text: near }] }] : []);
  return { code: 'UNKNOWN_ID', path, range, message: `${message} Did you mean "${near}"?`, fixes };
}

const KINDS: Readonly<Record<string, string>> = { tasks: 'task', agents: 'agent', tools: 'tool', memory: 'memory' };

/** What has no id yet is read by none. */
function namesOf(ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.filter((id) => id !== ''));
}

function collectIds({ analysis }: Subject): ReadonlyMap<string, ReadonlySet<string>> {
  const { workflow, graph } = analysis;
  const memories = [workflow.memory, ...workflow.agents.map(({ memory }) => memory)];
  const ownTools = workflow.agents.flatMap(({ tools }) =>
    tools.map((tool) => (isDataMap(tool) ? tool.get('id') : null)),
  );
  const tasks = [...graph.nodes.values()].map(({ task }) => task.id);
  const tools = [...workflow.tools.map(({ id }) => id), ...ownTools.filter((id) => typeof id === 'string')];
  return new Map([
    ['tasks', namesOf(tasks)],
    ['agents', namesOf(workflow.agents.map(({ id }) => id))],
    ['tools', namesOf(tools)],
    ['memory', namesOf(memories.map((memory) => memory?.id ?? ''))],
  ]);
}

/** What an expression reads, except before `??`: that may be missing, its author expects it. */
function listUnexpected({ ast, references }: Expression): Expression['references'] {
  const expected = new Set<number>();
  const look = (node: ExpressionNode): void => {
    if (node.kind === 'logical' && node.operator === '??' && node.left.kind === 'member') expected.add(node.left.end);
    for (const child of childrenOf(node)) look(child);
  };
  look(ast);
  return expected.size === 0 ? references : references.filter(({ end }) => !expected.has(end));
}

/** Variables that neither the document nor the workspace has. Says nothing where the workspace's are not known. */
export const checkVariables: Rule = function* (subject) {
  if (subject.variables === null) return;
  const { workflow } = subject.analysis;
  const envs = [workflow.env, ...[...workflow.agents, ...workflow.tools].map(({ env }) => env)];
  for (const { task } of walkTasks(workflow)) envs.push(task.env);
  const known = new Set([...subject.variables, ...envs.flatMap((env) => [...(env?.keys() ?? [])])]);
  for (const { path, template } of subject.templates) {
    for (const { root, path: keys, keys: places } of template.expressions.flatMap(listUnexpected)) {
      const [name] = keys;
      const [place] = places;
      if (root !== 'env' || typeof name !== 'string' || place === undefined || known.has(name)) continue;
      const range = rangeIn(subject, path, place);
      const near = subject.suggest(name, () => known);
      const message = `There is no variable "${name}" yet, so this is null; where it is sent as a credential, the run waits for it. Add it in the Variables panel, or with --env.`;
      if (near === undefined) yield { code: 'UNKNOWN_VARIABLE', path, range, message };
      else {
        const isPlain = subject.analysis.syntax.text.slice(range.start, range.end) === name && /^[\w$]+$/.test(near);
        const fixes = () => (isPlain ? [{ title: `Change to ${near}`, edits: [{ ...range, text: near }] }] : []);
        yield { code: 'UNKNOWN_VARIABLE', path, range, message: `${message} Did you mean "${near}"?`, fixes };
      }
    }
  }
};

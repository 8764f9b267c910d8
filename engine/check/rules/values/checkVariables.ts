import { childrenOf, type Expression, type ExpressionNode } from '../../../expression/index.ts';
import { walkTasks } from '../../../model/index.ts';
import type { Rule } from '../../subject/Rule.ts';
import { rangeIn } from './checkExpressions.ts';

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

import { assertNever, type Data } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { childrenOf, findTask, formatDuration, resolveUse, type Setting, type Task } from '../../model/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { builtInNamed } from '../../tools/index.ts';
import type { Named } from './resolveName.ts';

/** What a name refers to, as Markdown; `from` is the file it is read in. */
export function describeNamed(named: Named, from: string): string {
  const { analysis, kind, path } = named;
  const where = analysis.path === from ? '' : `In \`${analysis.path}\`.`;
  return joined([describe(named), where === '' && kind === 'file' && path.length === 0 ? 'This file.' : where]);
}

function describe(named: Named): string {
  const { analysis, kind, name, path } = named;
  const workflow = effectiveWorkflow(analysis);
  switch (kind) {
    case 'task': {
      const task = findTask(workflow, name);
      return task === undefined ? `**${name}** · task` : describeTask(analysis, task);
    }
    case 'agent': {
      const agent = workflow.agents.find(({ id }) => id === name);
      const actions = (agent?.actions ?? []).map((action) =>
        `- \`${action.id}\` ${firstLine(action.instructions)}`.trim(),
      );
      return joined([head(name, 'agent', textOf(agent?.config?.get('model'))), actions.join('\n')]);
    }
    case 'tool': {
      const tool = workflow.tools.find(({ id }) => id === name);
      const core = tool?.use?.repo === 'core' ? builtInNamed(tool.use.package)?.description : undefined;
      return joined([head(name, 'tool', tool?.use?.text ?? ''), core ?? '']);
    }
    case 'action': {
      const agent = workflow.agents.find(({ id }) => id === named.owner);
      const action = agent?.actions.find(({ id }) => id === name);
      return joined([head(name, `action of ${named.owner}`), firstLine(action?.instructions ?? '')]);
    }
    case 'memory':
      return joined([head(name, 'memory'), `Read as \`{{ memory.${name}.last_messages }}\`.`]);
    case 'route':
      return joined([head(name, 'route'), describeRoute(analysis, path)]);
    case 'env':
      return joined([
        head(name, 'name of the environment'),
        'Set in this file. Its value is not shown: it may be a secret.',
      ]);
    case 'file':
      return joined([head(name === '' ? analysis.path : name, 'definition in a file of its own')]);
    default:
      return assertNever(kind);
  }
}

function describeRoute({ graph, syntax }: Analysis, path: Path): string {
  const isSame = (other: Path): boolean => path.every((step, index) => step === other[index]);
  const targets = graph.edges.filter((edge) => isSame(edge.path)).map((edge) => `\`${edge.target}\``);
  if (targets.length > 0) return `Leads to ${targets.join(' and ')}.`;
  const node = findNode(syntax, path);
  return node?.kind === 'scalar' && node.value === 'end' ? 'Ends the branch.' : 'Leads nowhere.';
}

/** A task in a few lines: its name, what it runs and holds, how it retries, where it leads. */
export function describeTask(analysis: Analysis, task: Task): string {
  const use = resolveUse(effectiveWorkflow(analysis), task);
  const type = task.type === 'unknown' ? (task.writtenType ?? 'no type') : task.type;
  const children = childrenOf(task).length;
  const facts = [
    children === 0 ? '' : `Holds ${children === 1 ? 'one task' : `${children} tasks`}.`,
    describeRetry(task),
    task.join === 'all' ? 'Waits for every branch that can still come here.' : '',
  ].filter((fact) => fact !== '');
  const ways = analysis.graph.edges
    .filter((edge) => edge.source === task.id)
    .map((edge) => `- ${edge.label} → \`${edge.target}\``);
  const used = use.kind === 'none' ? '' : (task.use?.text ?? '');
  return joined([head(task.name ?? task.id, type, used), facts.join(' '), ways.join('\n')]);
}

function describeRetry({ retry }: Task): string {
  if (retry === null) return '';
  const attempts = valueOf(retry.attempts);
  const interval = valueOf(retry.interval);
  if (attempts === null || attempts === 0) return '';
  const wait = interval === null ? '' : `, first after ${formatDuration(interval)}`;
  return attempts === 1 ? `Retried once${wait}.` : `Retried up to ${attempts} times${wait}.`;
}

function valueOf(setting: Setting<number>): number | null {
  return setting.kind === 'value' ? setting.value : null;
}

function head(name: string, ...parts: readonly string[]): string {
  return [`**${name}**`, ...parts.filter((part) => part !== '')].join(' · ');
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function textOf(value: Data | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Instructions may be long: their first line is enough. */
function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

import type { Data } from '../base/index.ts';
import type { Analysis } from '../graph/index.ts';
import { CORE_TOOLS, findTask, resolveUse } from '../model/index.ts';
import { describePath } from '../schema/index.ts';
import type { Path } from '../text/index.ts';
import { isTaskName } from './findUse.ts';
import type { CompletionItem } from './LanguageItem.ts';
import type { Place } from './placeAt.ts';
import { nodeOfPath } from './places.ts';

type Proposal = Omit<CompletionItem, 'range' | 'insertText'>;

/** The values that may stand at a place: task ids, what `use` may name, actions, words of an enum, true and false. */
export function completeValues(analysis: Analysis, place: Place, document: Data): readonly CompletionItem[] {
  return proposals(analysis, place.path, document).map((proposal) => ({
    ...proposal,
    insertText: toScalar(proposal.label),
    range: place.typed,
  }));
}

function proposals(analysis: Analysis, path: Path, document: Data): Proposal[] {
  if (isTaskName(path)) return taskIds(analysis, path);
  const key = path.findLast((step) => typeof step === 'string');
  if (key === 'use') return references(analysis, path);
  if (key === 'action') return actions(analysis, path);
  const field = describePath(path, document);
  if (field === undefined) return [];
  const words = field.enum ?? (field.type.includes('boolean') ? [true, false] : []);
  const examples = words.length === 0 && field.kind === 'duration' ? field.examples : [];
  return [...words, ...examples].map((word) => ({ label: String(word), kind: 'value', detail: '', documentation: '' }));
}

/** Tasks that a handler may name are those beside its own (format.md 4); `start` names one at the top. */
function taskIds(analysis: Analysis, path: Path): Proposal[] {
  const own = nodeOfPath(analysis, path);
  const parent = own?.parent ?? null;
  const beside = [...analysis.graph.nodes.values()].filter((node) => node.parent === parent && node.task.id !== '');
  const items = beside.map(
    ({ task }): Proposal => ({ label: task.id, kind: 'task', detail: task.name ?? task.type, documentation: '' }),
  );
  if (own === null) return items;
  return [...items, { label: 'end', kind: 'value', detail: 'ends this branch', documentation: '' }];
}

function references({ workflow }: Analysis, path: Path): Proposal[] {
  const [section] = path;
  const builtIns = CORE_TOOLS.map(
    (name): Proposal => ({ label: `core:${name}`, kind: 'built-in', detail: 'built-in', documentation: '' }),
  );
  const agent: Proposal = {
    label: 'core:agent',
    kind: 'built-in',
    detail: 'the built-in agent',
    documentation: 'Runs the model that `config` names, with tools and memory.',
  };
  if (section === 'agents') return path.includes('tools') ? builtIns : path.includes('memory') ? [inMemory()] : [agent];
  if (section === 'tools') return builtIns;
  if (section === 'memory') return [inMemory()];
  return [
    ...workflow.agents.map(
      (each): Proposal => ({
        label: `agent:${each.id}`,
        kind: 'agent',
        detail: modelOf(each.config),
        documentation: '',
      }),
    ),
    ...workflow.tools.map(
      (each): Proposal => ({ label: `tool:${each.id}`, kind: 'tool', detail: each.use?.text ?? '', documentation: '' }),
    ),
    ...builtIns,
  ];
}

function inMemory(): Proposal {
  return {
    label: 'core:in-memory',
    kind: 'built-in',
    detail: 'built-in',
    documentation: 'Kept on this device, as long as the run needs it.',
  };
}

function modelOf(config: ReadonlyMap<string, Data> | null): string {
  const model = config?.get('model');
  return typeof model === 'string' ? model : '';
}

function actions(analysis: Analysis, path: Path): Proposal[] {
  const id = nodeOfPath(analysis, path)?.task.id;
  const task = id === undefined ? undefined : findTask(analysis.workflow, id);
  const use = task === undefined ? undefined : resolveUse(analysis.workflow, task);
  if (use?.kind !== 'agent') return [];
  return use.agent.actions.map((action) => ({
    label: action.id,
    kind: 'value',
    detail: `of ${use.agent.id}`,
    documentation: action.instructions,
  }));
}

/** Words that YAML would not read as text stand in quotes. */
function toScalar(label: string): string {
  const isPlain = /^[A-Za-z0-9_][\w:/.@-]*$/.test(label) && !label.endsWith(':') && !/^(?:null|\d[\d.]*)$/.test(label);
  return isPlain ? label : JSON.stringify(label);
}

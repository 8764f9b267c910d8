import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Analysis, Refusal, Result, Transaction } from '#engine';
import { addMemory, addTool, newMemoryId, newToolId, renameResource } from '#engine/edit';
import type { Workflow } from '#engine/model';
import {
  activeAnalysis,
  clearSelection,
  dispatch,
  removeNamed,
  select,
  session,
  useAnalysis,
  useIsReadOnly,
  useIsStale,
} from '../session/index.ts';
import { LibraryIcon, PlusIcon } from '../ui/icons.ts';
import { Button, EmptyState, IconButton, Panel, PanelSection, RowLimit } from '../ui/index.ts';
import { askNewAgent, newAgent } from './askNewAgent.ts';
import { NewAgentForm } from './NewAgentForm.tsx';
import { type ResourceItem, ResourceRow } from './ResourceRow.tsx';

type ResourceKind = ResourceItem['kind'];

/** The agents, tools and memory of the open workflow: add, select, rename and remove them. */
export function ResourcesPanel(): ReactNode {
  const analysis = useAnalysis('shown');
  const isStale = useIsStale();
  const isReadOnly = useIsReadOnly() !== null || isStale;
  const [renaming, setRenaming] = useState<string | null>(null);
  const asked = useSyncExternalStore(newAgent.subscribe, newAgent.get);
  const isAsking = asked !== null && asked.path === analysis?.path && !isReadOnly;
  if (!analysis) {
    return (
      <Panel title="Agents, tools and memory">
        <EmptyState icon={<LibraryIcon />} title="No file is open" />
      </Panel>
    );
  }
  const items = listResources(analysis.workflow);
  const isEmpty = items.length === 0;
  const rename = ({ kind, id }: ResourceItem, to: string) => {
    setRenaming(null);
    if (to === '' || to === id) return;
    if (run((now) => renameResource(now, { kind, id, to, files: session.getState().document.workspace.files })))
      select({ resource: { kind, id: to } });
  };
  return (
    <Panel title="Agents, tools and memory">
      {isEmpty && !isAsking && (
        <EmptyState icon={<LibraryIcon />} title="Nothing to call yet">
          Agents answer with a model, tools fetch and compute, memory keeps conversations.
        </EmptyState>
      )}
      {KINDS.map(({ kind, title }) => {
        const own = items.filter((item) => item.kind === kind);
        return (
          <PanelSection
            key={kind}
            title={title}
            actions={
              !isReadOnly &&
              !(kind === 'memory' && own.length > 0) && (
                <IconButton
                  id={kind === 'agent' ? ADD_AGENT : undefined}
                  label={`Add ${kind === 'agent' ? 'an agent' : kind === 'tool' ? 'a tool' : 'memory'}`}
                  icon={<PlusIcon />}
                  size="small"
                  onClick={() => add(kind)}
                />
              )
            }
          >
            {kind === 'agent' && isAsking && (
              <NewAgentForm
                agent={asked.agent}
                onChange={(agent) => newAgent.set({ ...asked, agent })}
                onDone={() => {
                  newAgent.set(null);
                  requestAnimationFrame(() => document.getElementById(ADD_AGENT)?.focus());
                }}
              />
            )}
            <RowLimit rows={own}>
              {(item) => (
                <ResourceRow
                  key={item.id}
                  item={item}
                  isReadOnly={isReadOnly}
                  isRenaming={renaming === `${kind} ${item.id}`}
                  onRename={(to) => rename(item, to)}
                  onStartRename={() => setRenaming(`${kind} ${item.id}`)}
                  onRemove={() => {
                    if (removeNamed({ kind, id: item.id })) clearSelection();
                  }}
                />
              )}
            </RowLimit>
            {own.length === 0 && !isReadOnly && !(kind === 'agent' && isAsking) && (
              <Button variant="ghost" size="small" icon={<PlusIcon />} onClick={() => add(kind)}>
                {kind === 'agent' ? 'Add an agent' : kind === 'tool' ? 'Add a tool' : 'Add memory'}
              </Button>
            )}
          </PanelSection>
        );
      })}
    </Panel>
  );
}

/** The button that asks about a new agent, which has the focus once that is done. */
const ADD_AGENT = 'add-agent';

const KINDS: readonly { readonly kind: ResourceKind; readonly title: string }[] = [
  { kind: 'agent', title: 'Agents' },
  { kind: 'tool', title: 'Tools' },
  { kind: 'memory', title: 'Memory' },
];

function run(command: (analysis: Analysis) => Result<Transaction, Refusal>): boolean {
  const analysis = activeAnalysis('own');
  return analysis !== null && dispatch(command(analysis));
}

/** Adds one and opens its form; an agent is asked about first. */
function add(kind: ResourceKind): void {
  const analysis = activeAnalysis('own');
  if (!analysis) return;
  if (kind === 'agent') {
    askNewAgent();
    return;
  }
  const [command, id] =
    kind === 'tool' ? ([addTool, newToolId(analysis, {})] as const) : ([addMemory, newMemoryId(analysis, {})] as const);
  if (run((now) => command(now, { id }))) select({ resource: { kind, id } });
}

/** What a workflow defines, in document order, each with a short description. */
export function listResources({ agents, tools, memory }: Workflow): readonly ResourceItem[] {
  return [
    ...agents.map(({ id, use, config, actions, import: path }): ResourceItem => {
      if (path !== null && use === null) return { kind: 'agent', id, detail: path };
      const model = config?.get('model');
      const what = typeof model === 'string' ? model : (use?.text ?? 'no implementation');
      return { kind: 'agent', id, detail: `${what} · ${count(actions.length, 'action')}` };
    }),
    ...tools.map(
      ({ id, use, import: path }): ResourceItem => ({
        kind: 'tool',
        id,
        detail: use?.text ?? path ?? 'no implementation',
      }),
    ),
    ...(memory ? [{ kind: 'memory' as const, id: memory.id, detail: 'of the workflow' }] : []),
  ];
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

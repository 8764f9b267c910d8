import { findRange } from '#engine';
import { activeAnalysis, notify, openFile, select, session, withPort } from '../../session/index.ts';

export type OpenableKind = 'task' | 'agent' | 'tool';

interface DefinitionRef {
  readonly kind: OpenableKind;
  /** Null where the file is the definition. */
  readonly id: string | null;
}

/** Opens a file at a definition: selected in the panes that show it, its lines revealed in the text. */
export function openDefinition(file: string, { kind, id }: DefinitionRef): void {
  openFile(file);
  const analysis = activeAnalysis('shown');
  if (!analysis || analysis.path !== file) {
    notify({ kind: 'info', message: `${file} is open; it is still being read.` });
    return;
  }
  const { workflow, graph, syntax } = analysis;
  const found =
    kind === 'task'
      ? graph.nodes.get(id ?? workflow.tasks[0]?.id ?? '')?.task
      : (kind === 'agent' ? workflow.agents : workflow.tools).find((one) => id === null || one.id === id);
  if (!found) return;
  if (kind === 'task') {
    select({ tasks: [found.id] });
    withPort('canvas', (canvas) => canvas.centerOn(found.id));
  } else select({ resource: { kind, id: found.id } });
  const range = findRange(syntax, found.path, 'entry');
  if (session.getState().view.mode !== 'design') withPort('source', (source) => source.reveal(range));
}

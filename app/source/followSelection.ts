import { type Analysis, findRange, pathAt, type TextRange } from '#engine';
import { nodeAt, rangeOfNode } from '#engine/language';
import {
  activeAnalysis,
  clearSelection,
  type ResourceRef,
  type SessionState,
  select,
  session,
} from '../session/index.ts';
import type { ModelBinding } from './ModelBinding.ts';
import type { monaco } from './monaco.ts';
import { onChange } from './onChange.ts';
import styles from './SourceEditor.module.css';

/** How long the cursor rests before the task it is in is selected, in ms. */
const REST = 80;

/**
 * Keeps cursor and selection in step: the task the cursor is in is selected everywhere, and the lines of what is
 * selected elsewhere are brought into view and marked. Answers with a function that stops that.
 */
export function followSelection(binding: ModelBinding): () => void {
  const { editor } = binding;
  const marks = editor.createDecorationsCollection();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (): void => {
    const current = binding.current();
    const analysis = activeAnalysis('own');
    const {
      document: { selection },
    } = session.getState();
    if (current === null || analysis === null || analysis.syntax.text !== current.map.text) return;
    const ranges = rangesOf(analysis, selection).map((range) => current.map.toRange(range));
    marks.set(ranges.map((range) => toMark(range, selection.origin === 'source')));
    const [first] = ranges;
    if (first === undefined || selection.origin === 'source') return;
    editor.revealLinesInCenterIfOutsideViewport(
      first.startLineNumber,
      Math.min(first.endLineNumber, first.startLineNumber + 12),
    );
  };

  const refresh = (): void => {
    const current = binding.current();
    const analysis = activeAnalysis('own');
    if (current === null || analysis === null || analysis.isBroken || analysis.syntax.text !== current.map.text) return;
    const {
      document: { selection },
    } = session.getState();
    marks.set(
      rangesOf(analysis, selection).map((range) => toMark(current.map.toRange(range), selection.origin === 'source')),
    );
  };

  const pick = (): void => {
    const current = binding.current();
    const analysis = activeAnalysis('own');
    const position = editor.getPosition();
    if (current === null || position === null || analysis === null || analysis.isBroken) return;
    // A user who has moved to another pane meanwhile has selected there.
    if (!editor.hasTextFocus()) return;
    if (analysis.syntax.text === current.map.text) selectAt(analysis, current.map.toOffset(position));
  };

  const cursor = editor.onDidChangeCursorPosition(() => {
    if (binding.isFollowing || !editor.hasTextFocus()) return;
    clearTimeout(timer);
    timer = setTimeout(pick, REST);
  });
  const model = editor.onDidChangeModel(show);
  const stops = [
    onChange(() => session.getState().document.selection, show),
    onChange(() => activeAnalysis('own'), refresh),
  ];
  show();
  return () => {
    clearTimeout(timer);
    cursor.dispose();
    model.dispose();
    marks.clear();
    for (const stop of stops) stop();
  };
}

function selectAt(analysis: Analysis, offset: number): void {
  const node = nodeAt(analysis, offset);
  if (node !== null) {
    select({ tasks: [node.id], origin: 'source' });
    return;
  }
  const resource = resourceAt(analysis, offset);
  if (resource === null) clearSelection('source');
  else select({ resource, origin: 'source' });
}

function resourceAt({ syntax, workflow }: Analysis, offset: number): ResourceRef | null {
  const [section, index] = pathAt(syntax, offset);
  if (section === 'memory' && workflow.memory !== null) return { kind: 'memory', id: workflow.memory.id };
  if ((section !== 'agents' && section !== 'tools') || typeof index !== 'number') return null;
  const found = workflow[section].find((each) => each.path[1] === index);
  return found === undefined || found.id === ''
    ? null
    : { kind: section === 'agents' ? 'agent' : 'tool', id: found.id };
}

/** The text of everything that is selected, in the order of the document. */
function rangesOf(analysis: Analysis, selection: SessionState['document']['selection']): TextRange[] {
  const tasks = [...selection.tasks].map((id) => rangeOfNode(analysis, id));
  const edge = analysis.graph.edges.find(({ id }) => id === selection.edge);
  const path = edge?.path ?? resourcePath(analysis, selection.resource);
  const other = path === null ? [] : [findRange(analysis.syntax, path, 'entry')];
  return [...tasks.filter((range) => range !== null), ...other].sort((a, b) => a.start - b.start);
}

function resourcePath({ workflow }: Analysis, resource: ResourceRef | null): readonly (string | number)[] | null {
  switch (resource?.kind) {
    case 'agent':
      return workflow.agents.find(({ id }) => id === resource.id)?.path ?? null;
    case 'tool':
      return workflow.tools.find(({ id }) => id === resource.id)?.path ?? null;
    case 'memory':
      return workflow.memory?.path ?? null;
    default:
      return null;
  }
}

function toMark(range: monaco.IRange, isOwn: boolean): monaco.editor.IModelDeltaDecoration {
  const className = isOwn ? null : (styles['selectedLine'] ?? null);
  return {
    range,
    options: {
      isWholeLine: true,
      className,
      marginClassName: className,
      linesDecorationsClassName: styles['selectedBar'] ?? null,
    },
  };
}

import { useEffect, useMemo, useState } from 'react';
import { useAnalysis, useSession } from '../../session/index.ts';
import { toggleLineage } from '../../session/workspace/index.ts';
import { lazyModule } from '../../ui/index.ts';
import styles from './LineageMarks.module.css';

const language = lazyModule(() => import('#engine/language'));

/** Lights the tasks that values of the selected ones come from and go to, with the lines between them, and dims the rest. */
export function LineageMarks() {
  const analysis = useAnalysis('shown');
  const selected = useSession((state) => state.document.selection.tasks);
  const [loaded, setLoaded] = useState(language.loaded);
  useEffect(() => {
    let isShown = true;
    void language.load().then((module) => isShown && setLoaded(module));
    return () => {
      isShown = false;
    };
  }, []);
  const lineage = useMemo(
    () => (analysis === null || loaded === null ? null : loaded.traceTasks(analysis, [...selected])),
    [analysis, loaded, selected],
  );
  if (analysis === null || lineage === null) return null;
  const { upstream, downstream } = lineage;
  const lit = new Set([...selected, ...upstream, ...downstream]);
  const frames = new Set([...lit].flatMap((id) => framesOf(id)));
  const edges = analysis.graph.edges.filter(({ source, target }) => lit.has(source) && lit.has(target));

  function framesOf(id: string): readonly string[] {
    const parent = analysis?.graph.nodes.get(id)?.parent ?? null;
    return parent === null ? [] : [parent, ...framesOf(parent)];
  }

  return (
    <>
      {selected.size > 0 && (
        <style>
          {dimAllBut(
            [...lit, ...frames],
            edges.map(({ id }) => id),
            upstream,
            downstream,
          )}
        </style>
      )}
      <div className={styles.pill} role="status">
        <span>
          {selected.size === 0
            ? 'Select a task to see where its values come from'
            : say(upstream.size, downstream.size)}
        </span>
        <button type="button" className={styles.hide} onClick={toggleLineage}>
          Hide
        </button>
      </div>
    </>
  );
}

function say(before: number, after: number): string {
  if (before + after === 0) return 'Reads no other task, and no task reads it';
  const from = before === 0 ? 'Reads no other task' : `Values from ${count(before)}`;
  return `${from} · ${after === 0 ? 'read by no task' : `read by ${count(after)}`}`;
}

function count(tasks: number): string {
  return tasks === 1 ? '1 task' : `${tasks} tasks`;
}

/** The rules of a style sheet, by the ids that the canvas gives its cards and lines. */
function dimAllBut(
  nodes: readonly string[],
  edges: readonly string[],
  upstream: ReadonlySet<string>,
  downstream: ReadonlySet<string>,
): string {
  return [
    '.react-flow__node, .react-flow__edge { opacity: 0.28; }',
    `${select('node', nodes)}, ${select('edge', edges)} { opacity: 1; }`,
    `:is(${select('node', upstream)}) > div { outline: 2px solid var(--agent); outline-offset: 2px; border-radius: var(--radius); }`,
    `:is(${select('node', downstream)}) > div { outline: 2px solid var(--success); outline-offset: 2px; border-radius: var(--radius); }`,
  ].join('\n');
}

function select(kind: 'node' | 'edge', ids: Iterable<string>): string {
  return [...ids].map((id) => `.react-flow__${kind}[data-id="${CSS.escape(id)}"]`).join(', ') || '.none';
}

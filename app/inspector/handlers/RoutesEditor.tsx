import { type ReactNode, useState } from 'react';
import type { GraphNode, Path, ShownAnalysis } from '#engine';
import { addRoute, moveRoute, readField } from '#engine/edit';
import type { RouteHolder } from '#engine/model';
import { isDataMap } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { useRowLimit } from '../../ui/index.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { edit } from '../parts/edit.ts';
import { NewKey } from '../parts/NewKey.tsx';
import { RouteRow } from './RouteRow.tsx';
import styles from './RoutesEditor.module.css';
import { useRouteDrag } from './useRouteDrag.ts';

export interface RoutesEditorProps {
  readonly analysis: ShownAnalysis;
  readonly node: GraphNode;
  /** Whose routes: the task's own, or those of its error handler. */
  readonly of: RouteHolder;
}

/** Routes in the order in which they are tried: key, target, and what more a route holds. */
export function RoutesEditor({ analysis, node, of }: RoutesEditorProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const [isAdding, setIsAdding] = useState(false);
  const path: Path = [...node.task.path, of, 'routes'];
  const data = readField(analysis.syntax, path);
  const keys = isDataMap(data) ? [...data.keys()] : [];

  const [shown, more] = useRowLimit(keys);
  const drag = useRouteDrag((key, index) => edit((now) => moveRoute(now, { id: node.id, key, index, of })));

  function add(key: string) {
    setIsAdding(false);
    if (key !== '') edit((now) => addRoute(now, { id: node.id, key, of }));
  }

  return (
    <div className={styles.routes}>
      {shown.map((key, index) => (
        <RouteRow
          key={key}
          analysis={analysis}
          node={node}
          of={of}
          name={key}
          path={[...path, key]}
          order={{ index, count: keys.length, drag }}
        />
      ))}
      {more}
      {isAdding ? (
        <NewKey
          aria-label="Key of the new route"
          size="small"
          isMono
          placeholder={of === 'config' ? 'value to match' : 'error code, or *'}
          onDone={add}
        />
      ) : (
        !isReadOnly && <AddButton onClick={() => setIsAdding(true)}>Add a route</AddButton>
      )}
    </div>
  );
}

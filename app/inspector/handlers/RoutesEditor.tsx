import { type ReactNode, useState } from 'react';
import type { GraphNode, Path, ShownAnalysis } from '#engine';
import { addRoute, moveRoute, readField, readSource, removeRoute, renameRoute } from '#engine/edit';
import { type RouteHolder, routeVia } from '#engine/model';
import { isDataMap } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { ChevronRightIcon, GripVerticalIcon, XIcon } from '../../ui/icons.ts';
import { classes, Field, IconButton, TextField, useRowLimit } from '../../ui/index.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { DataRows } from '../fields/DataRows.tsx';
import { bareCompleterFor } from '../language/completerFor.ts';
import { AddButton, NewKey } from '../parts/AddButton.tsx';
import { commitField, edit } from '../parts/edit.ts';
import { formatScalar } from '../parts/scalarText.ts';
import { HandlerRow } from './HandlerRow.tsx';
import styles from './RoutesEditor.module.css';
import { type RouteDrag, useRouteDrag } from './useRouteDrag.ts';

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

interface RouteRowProps {
  readonly analysis: ShownAnalysis;
  readonly node: GraphNode;
  /** Whose route: the task's own, or one of its error handler. */
  readonly of: RouteHolder;
  readonly name: string;
  readonly path: Path;
  /** Its place among the routes: they are tried in order. */
  readonly order: { readonly index: number; readonly count: number; readonly drag: RouteDrag };
}

/** One route: its key, its place in the order, where it leads, its condition and what it passes. */
function RouteRow({ analysis, node, of, name, path, order }: RouteRowProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const data = readField(analysis.syntax, path);
  const condition = isDataMap(data) ? data.get('condition') : undefined;
  const [isOpen, setIsOpen] = useState(false);
  const via = routeVia(of, name);
  const conditionPath = [...path, 'condition'];

  function setCondition(text: string) {
    const target = readSource(analysis.syntax, path).trim();
    if (isDataMap(data) || text === '') commitField(conditionPath, text === '' ? undefined : text);
    else
      commitField(
        path,
        new Map([
          ['next', target],
          ['condition', text],
        ]),
      );
  }

  const { index, count, drag } = order;
  return (
    <div
      className={classes(
        styles.route,
        drag.over === index && styles.over,
        drag.over === count && index === count - 1 && styles.overEnd,
      )}
      {...drag.rowProps(index)}
    >
      <div className={styles.head}>
        {!isReadOnly && count > 1 && (
          <IconButton
            className={styles.handle}
            label={`Move route ${name}, ${index + 1} of ${count}`}
            icon={<GripVerticalIcon />}
            size="small"
            title="Drag, or press Alt+↑ and Alt+↓"
            {...drag.handleProps(name, { index, count })}
          />
        )}
        <IconButton
          label={isOpen ? `Less of ${name}` : `More of ${name}`}
          icon={<ChevronRightIcon className={isOpen ? styles.open : undefined} />}
          size="small"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <TextField
          aria-label="Key of the route"
          size="small"
          isMono
          disabled={isReadOnly}
          value={name}
          onCommit={(to) => edit((now) => renameRoute(now, { id: node.id, key: name, to, of }))}
        />
        {!isReadOnly && (
          <IconButton
            label={`Remove route ${name}`}
            icon={<XIcon />}
            size="small"
            onClick={() => edit((now) => removeRoute(now, { id: node.id, key: name, of }))}
          />
        )}
      </div>
      <HandlerRow analysis={analysis} source={node.id} via={via} label="Leads" />
      {isOpen && (
        <div className={styles.details}>
          <Field label="Condition" hint="Instead of comparing the key; it sees `value`.">
            <ExpressionField
              value={formatScalar(condition)}
              isBare
              disabled={isReadOnly}
              complete={bareCompleterFor(conditionPath)}
              placeholder="{{ value > 5 }}"
              onCommit={setCondition}
            />
          </Field>
          {isDataMap(data) && <DataRows path={[...path, 'with']} addLabel="Pass a value" />}
        </div>
      )}
    </div>
  );
}

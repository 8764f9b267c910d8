import { type ReactNode, useState } from 'react';
import {
  type Analysis,
  addRoute,
  type GraphNode,
  isDataMap,
  type Path,
  readField,
  readSource,
  removeRoute,
  renameRoute,
} from '#engine';
import { useIsReadOnly } from '../session/index.ts';
import { ChevronRightIcon, PlusIcon, XIcon } from '../ui/icons.ts';
import { Button, Field, IconButton, TextField } from '../ui/index.ts';
import { completerFor } from './completerFor.ts';
import { DataRows } from './DataRows.tsx';
import { ExpressionField } from './ExpressionField.tsx';
import { commitField, edit } from './edit.ts';
import { HandlerRow } from './HandlerRow.tsx';
import styles from './RoutesEditor.module.css';
import { formatScalar } from './scalarText.ts';

export interface RoutesEditorProps {
  readonly analysis: Analysis;
  readonly node: GraphNode;
  /** Whose routes: the decision's own, or those of its error handler. */
  readonly of: 'decision' | 'on_error';
}

/** Routes in the order in which they are tried: key, target, and what more a route holds. */
export function RoutesEditor({ analysis, node, of }: RoutesEditorProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const [isAdding, setIsAdding] = useState(false);
  const path: Path =
    of === 'decision' ? [...node.task.path, 'config', 'routes'] : [...node.task.path, 'on_error', 'routes'];
  const data = readField(analysis.syntax, path);
  const keys = isDataMap(data) ? [...data.keys()] : [];

  function add(key: string) {
    setIsAdding(false);
    if (key !== '') edit((now) => addRoute(now, { id: node.id, key, of }));
  }

  return (
    <div className={styles.routes}>
      {keys.map((key) => (
        <RouteRow key={key} analysis={analysis} node={node} of={of} name={key} path={[...path, key]} />
      ))}
      {isAdding ? (
        <NewRoute onDone={add} placeholder={of === 'decision' ? 'value it stands for' : 'error code, or *'} />
      ) : (
        !isReadOnly && (
          <Button
            className={styles.add}
            variant="ghost"
            size="small"
            icon={<PlusIcon />}
            onClick={() => setIsAdding(true)}
          >
            Add a route
          </Button>
        )
      )}
    </div>
  );
}

interface RouteRowProps extends RoutesEditorProps {
  readonly name: string;
  readonly path: Path;
}

function RouteRow({ analysis, node, of, name, path }: RouteRowProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const data = readField(analysis.syntax, path);
  const condition = isDataMap(data) ? data.get('condition') : undefined;
  const [isOpen, setIsOpen] = useState(false);
  const via = of === 'decision' ? (`routes.${name}` as const) : (`on_error.routes.${name}` as const);
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

  return (
    <div className={styles.route}>
      <div className={styles.head}>
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
              complete={completerFor(conditionPath, true)}
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

function NewRoute({
  onDone,
  placeholder,
}: {
  readonly onDone: (key: string) => void;
  readonly placeholder: string;
}): ReactNode {
  const [key, setKey] = useState('');
  return (
    <TextField
      // The person asked for the route a moment ago: the caret belongs here.
      ref={(input) => input?.focus()}
      aria-label="Key of the new route"
      size="small"
      isMono
      placeholder={placeholder}
      value={key}
      onChange={setKey}
      onBlur={() => onDone(key.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The key must not reach the field that takes the focus now.
        event.preventDefault();
        onDone(event.key === 'Enter' ? key.trim() : '');
      }}
    />
  );
}

import type { ReactNode } from 'react';
import type { GraphEdge, ShownAnalysis } from '#engine';
import { disconnectEdge, readField, renameRoute } from '#engine/edit';
import { parseVia } from '#engine/model';
import { isDataMap, type Json } from '#engine/values';
import { doAction } from '../actions/index.ts';
import { clearSelection, select, useIsReadOnly, useSession } from '../session/index.ts';
import { breakpointAt, lastPassed } from '../session/run/index.ts';
import { Trash2Icon } from '../ui/icons.ts';
import { Button, Field, IconButton, TextField } from '../ui/index.ts';
import { DataRows } from './fields/DataRows.tsx';
import styles from './forms/LastRunTab.module.css';
import { Offers } from './forms/Offers.tsx';
import { ConditionField, HandlerRow, nameExit } from './handlers/HandlerRow.tsx';
import { nameTarget } from './handlers/targets.ts';
import { commitField, edit } from './parts/edit.ts';
import { Group } from './parts/Group.tsx';
import { Header } from './parts/Header.tsx';
import { describeValue } from './parts/scalarText.ts';

export interface EdgeInspectorProps {
  readonly analysis: ShownAnalysis;
  readonly edge: GraphEdge;
}

/** One connection as a form: where it leads, its route, its condition, and the data it passes. */
export function EdgeInspector({ analysis, edge }: EdgeInspectorProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const isOrder = edge.via === 'sequence';
  const remove = () => {
    if (edit((now) => disconnectEdge(now, { edgeId: edge.id }))) clearSelection('inspector');
  };
  return (
    <div style={{ overflow: 'auto' }}>
      <Header
        kind="workflow"
        name={isOrder ? 'Order of the list' : nameExit(edge.via)}
        id={`${edge.source} → ${edge.target}`}
        trailing={!isOrder && !isReadOnly && <IconButton label="Disconnect" icon={<Trash2Icon />} onClick={remove} />}
      />
      <Group title="Connection">
        <Field label="From" layout="row">
          <Button onClick={() => select({ tasks: [edge.source], origin: 'inspector' })}>
            {nameTarget(analysis, edge.source)}
          </Button>
        </Field>
        {isOrder ? (
          <p>The task after it in the list runs next. Give the task a success handler to lead elsewhere.</p>
        ) : (
          <WrittenEdge analysis={analysis} edge={edge} />
        )}
        <BreakpointField edgeId={edge.id} />
      </Group>
      {!isOrder && <Passed analysis={analysis} edge={edge} />}
    </div>
  );
}

/** Whether runs pause once the connection is taken. */
function BreakpointField({ edgeId }: { readonly edgeId: string }): ReactNode {
  const breakpoint = useSession((state) => breakpointAt(state, { edge: edgeId }));
  return (
    <Field label="Breakpoint" layout="row">
      <Button onClick={() => doAction(breakpoint === undefined ? 'run.breakpoint' : 'run.condition')}>
        {breakpoint === undefined ? 'Add' : (breakpoint.condition ?? 'Always pauses')}
      </Button>
    </Field>
  );
}

function WrittenEdge({ analysis, edge }: EdgeInspectorProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const { via } = edge;
  const exit = parseVia(via);
  const isRoute = exit.kind === 'route';
  const key = String(edge.path.at(-1));
  const condition = [...edge.path, 'condition'];
  return (
    <>
      {via !== 'sequence' && (
        <HandlerRow analysis={analysis} source={edge.source} via={via} label={isRoute ? 'leads' : nameExit(via)} />
      )}
      {exit.kind === 'route' && (
        <Field label="Route key" layout="row">
          <TextField
            isMono
            disabled={isReadOnly}
            value={key}
            onCommit={(to) => edit((now) => renameRoute(now, { id: edge.source, key, to, of: exit.holder }))}
          />
        </Field>
      )}
      {(isRoute || via === 'on_error') && (
        <ConditionField
          analysis={analysis}
          path={condition}
          placeholder={isRoute ? `the value is ${key}` : 'every error'}
          onCommit={(text) => setCondition(analysis, edge, text)}
        />
      )}
    </>
  );
}

/** A short route `key: task` becomes an object when it gets a condition. */
function setCondition(analysis: ShownAnalysis, edge: GraphEdge, text: string): void {
  const written = readField(analysis.syntax, edge.path);
  if (isDataMap(written) || text === '') commitField([...edge.path, 'condition'], text === '' ? undefined : text);
  else
    commitField(
      edge.path,
      new Map([
        ['next', written ?? edge.target],
        ['condition', text],
      ]),
    );
}

function Passed({ analysis, edge }: EdgeInspectorProps): ReactNode {
  const taken = useSession((state): Json | undefined => {
    const { shown: run } = state.run;
    if (run === null || run.path !== state.document.activePath) return undefined;
    return lastPassed(run, { taskId: edge.source, via: edge.via, target: edge.target });
  });
  const noteOf = (key: string) => {
    const value =
      taken !== null && typeof taken === 'object' && !Array.isArray(taken)
        ? Object.entries(taken).find(([it]) => it === key)?.[1]
        : undefined;
    return value === undefined ? undefined : describeValue(value);
  };
  const isShort = !isDataMap(readField(analysis.syntax, edge.path));
  const isReadOnly = useIsReadOnly() !== null;
  const widen = () =>
    commitField(
      edge.path,
      new Map([
        ['next', readField(analysis.syntax, edge.path) ?? edge.target],
        ['with', new Map([['value', '']])],
      ]),
    );
  return (
    <Group title="Passes" path={isShort ? undefined : [...edge.path, 'with']}>
      <p className={styles.hint}>
        A line carries no data of its own: a task reads what it needs from any task before it. What is passed here is
        added to the input of the next one.
      </p>
      <Offers analysis={analysis} id={edge.target} />
      {isShort ? (
        <Button variant="ghost" size="small" disabled={isReadOnly} onClick={widen}>
          Pass a value
        </Button>
      ) : (
        <DataRows path={[...edge.path, 'with']} addLabel="Pass a value" noteOf={noteOf} />
      )}
    </Group>
  );
}

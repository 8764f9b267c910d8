import { type MouseEvent, type ReactNode, useState } from 'react';
import { readField } from '#engine/edit';
import { describeHandler, describePath, type HandlerName, handlersOf, ownHandlers } from '#engine/model';
import { isDataMap, type Json } from '#engine/values';
import { useIsReadOnly, useSession } from '../../session/index.ts';
import { lastPassed } from '../../session/run/index.ts';
import { BracesIcon, ChevronDownIcon } from '../../ui/icons.ts';
import { Button, Field, IconButton, Select } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { commitField } from '../parts/edit.ts';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { describeValue, formatScalar } from '../parts/scalarText.ts';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import styles from './HandlerParts.module.css';
import { ConditionField, HandlerRow, nameExit } from './HandlerRow.tsx';
import { RoutesEditor } from './RoutesEditor.tsx';

/**
 * The handlers of the task's type, each in a line with where it leads; what it passes, and for errors which and how, opens below it. Where
 * the type has many of its own, those that are not written are shown when they are asked for.
 */
export function HandlerParts({ analysis, node }: TaskFormProps): ReactNode {
  const { task } = node;
  const known = handlersOf(task.type);
  const written = task.handlers.map(({ name }) => name);
  const unwritten = ownHandlers(task.type).filter((name) => !written.includes(name));
  // Decided as the form opens: a row that is cleared stays where it is.
  const [isWhole, setIsWhole] = useState(unwritten.length < MANY);
  const folded = isWhole ? [] : unwritten;
  const unfold = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const group = currentTarget.closest('section');
    setIsWhole(true);
    // The button goes.
    requestAnimationFrame(() => group?.querySelector<HTMLElement>(`[data-field$=".${unwritten[0]}"] button`)?.focus());
  };
  const foreign = written.filter((name) => !known.includes(name));
  return (
    <>
      {[...known.filter((name) => !folded.includes(name)), ...foreign].map((name) => (
        <HandlerPart
          key={`${node.id} ${name}`}
          analysis={analysis}
          node={node}
          name={name}
          isForeign={foreign.includes(name)}
        />
      ))}
      {folded.length > 0 && (
        <Button variant="ghost" size="small" icon={<ChevronDownIcon />} onClick={unfold}>
          {`${folded.length} more: when ${describeHandler(folded[0] ?? 'on_start')}, …`}
        </Button>
      )}
    </>
  );
}

/** From how many handlers on those that are not written are folded. */
const MANY = 3;

interface HandlerProps extends TaskFormProps {
  readonly name: HandlerName;
  readonly isForeign: boolean;
}

/** One handler. Unless a person says otherwise it is open where more of it is written than its target. */
function HandlerPart(props: HandlerProps): ReactNode {
  const { analysis, node, name } = props;
  const path = [...node.task.path, name];
  const written = readField(analysis.syntax, path);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (isDataMap(written) && [...written.keys()].some((key) => key !== 'next'));
  const [isYaml, setIsYaml] = useState(false);
  const title = nameExit(name);
  return (
    <section aria-label={title} data-field={path.join('.')}>
      <div className={styles.line}>
        <HandlerRow analysis={analysis} source={node.id} via={name} />
        <IconButton
          label={`More of ${title}`}
          icon={<ChevronDownIcon className={isOpen ? styles.open : undefined} />}
          size="small"
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div className={styles.more}>
          <div className={styles.line}>
            <Meaning {...props} />
            <IconButton
              label={isYaml ? `${title} as a form` : `${title} as YAML`}
              icon={<BracesIcon />}
              size="small"
              isActive={isYaml}
              onClick={() => setIsYaml(!isYaml)}
            />
          </div>
          {isYaml ? <YamlPart path={path} label={`${title} as YAML`} /> : <HandlerFields {...props} />}
        </div>
      )}
    </section>
  );
}

/** When the handler is taken. */
function Meaning({ node: { task }, name, isForeign }: HandlerProps): ReactNode {
  const path = [...task.path, name];
  const what = describePath(path, new Map([['tasks', [new Map([['type', task.type]])]]]))?.description;
  return (
    <p className={styles.hint}>
      {isForeign ? `A ${task.type} task has no such handler; it is kept.` : what?.replaceAll('`', '')}
    </p>
  );
}

/** What a handler says besides its target. */
function HandlerFields({ analysis, node, name }: HandlerProps): ReactNode {
  const path = [...node.task.path, name];
  const written = readField(analysis.syntax, path);
  const known = name === 'on_error' ? ['next', 'with', 'condition', 'routes', 'retry'] : ['next', 'with'];
  return (
    <>
      {name === 'on_error' && <ErrorFields analysis={analysis} node={node} />}
      <h4 className={styles.title}>Passes</h4>
      <DataRows path={[...path, 'with']} addLabel="Pass a value" noteOf={useTakenNotes(node.id, name)} />
      {isDataMap(written) && <OtherKeys path={path} known={known} />}
    </>
  );
}

/** What a handler passed in the run on screen, by key. */
function useTakenNotes(id: string, name: string): (key: string) => string | undefined {
  const taken = useSession((state): Json | undefined => {
    const { shown: run } = state.run;
    if (run === null || run.path !== state.document.activePath) return undefined;
    return lastPassed(run, { taskId: id, via: name });
  });
  return (key) => {
    const value =
      taken !== null && typeof taken === 'object' && !Array.isArray(taken)
        ? Object.entries(taken).find(([it]) => it === key)?.[1]
        : undefined;
    return value === undefined ? undefined : describeValue(value);
  };
}

const RETRY = { unset: 'By the policy', true: 'Always', false: 'Never' } as const;

/** Which errors are handled, how they are distinguished, and whether the task is retried first. */
function ErrorFields({ analysis, node }: TaskFormProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const path = [...node.task.path, 'on_error'];
  const condition = [...path, 'condition'];
  const retry = readField(analysis.syntax, [...path, 'retry']);
  return (
    <>
      <ConditionField
        analysis={analysis}
        path={condition}
        placeholder="every error"
        onCommit={(text) => commitField(condition, text === '' ? undefined : text)}
      />
      <Field label="Retry" layout="row">
        <Select<string>
          value={retry === undefined ? 'unset' : formatScalar(retry)}
          disabled={isReadOnly}
          options={Object.entries(RETRY).map(([value, label]) => ({ value, label }))}
          onChange={(value) => commitField([...path, 'retry'], value === 'unset' ? undefined : value === 'true')}
        />
      </Field>
      <h4 className={styles.title}>By error code</h4>
      <RoutesEditor analysis={analysis} node={node} of="on_error" />
    </>
  );
}

import { type ReactNode, useState } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { type ExitName, readField } from '#engine/edit';
import { describeHandler, type EdgeVia, parseVia, roleOf } from '#engine/model';
import { select, useIsReadOnly } from '../../session/index.ts';
import { CornerDownRightIcon, PlusIcon } from '../../ui/icons.ts';
import { classes, Field, IconButton, Menu } from '../../ui/index.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { bareCompleterFor } from '../language/completerFor.ts';
import { formatScalar } from '../parts/scalarText.ts';
import styles from './HandlerRow.module.css';
import { edgesOf, nameTarget, targetEntries } from './targets.ts';

export interface HandlerRowProps {
  readonly analysis: ShownAnalysis;
  readonly source: string;
  /** A handler, a route, or the default of a decision. */
  readonly via: Exclude<ExitName, 'routes' | 'sequence'>;
  readonly label?: string | undefined;
}

/** More targets are counted, not named. */
const MOST_NAMED = 20;

/** Where one handler leads, in a line: press it to choose, or the arrow to go there. */
export function HandlerRow({ analysis, source, via, label = nameExit(via) }: HandlerRowProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const [isOpen, setIsOpen] = useState(false);
  const edges = edgesOf(analysis, source, via);
  const targets = edges.slice(0, MOST_NAMED).map((edge) => nameTarget(analysis, edge.target));
  if (edges.length > MOST_NAMED) targets.push(`${edges.length - MOST_NAMED} more`);
  const [first] = edges;
  const isSet = first !== undefined;
  return (
    <div
      className={classes(styles.row, !isSet && styles.unset)}
      data-field={[...(analysis.graph.nodes.get(source)?.task.path ?? []), via].join('.')}
    >
      <Menu
        entries={isOpen ? targetEntries(analysis, { source, via }) : []}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        align="end"
        trigger={
          <button
            type="button"
            className={styles.button}
            disabled={isReadOnly}
            aria-label={`${label}: ${isSet ? targets.join(', ') : 'not set'}`}
          >
            <span className={classes(styles.mark, styles[roleOf(via)])} aria-hidden />
            <span className={styles.label}>{label}</span>
            {isSet && <span className={styles.to}>to</span>}
            <span className={classes(styles.target, edges.some((edge) => edge.isDangling) && styles.dangling)}>
              {isSet ? targets.join(', ') : 'not set'}
            </span>
            {!isSet && <PlusIcon aria-hidden />}
          </button>
        }
      />
      {isSet && first.target !== 'end' && !first.isDangling && (
        <IconButton
          label={`Go to ${targets[0] ?? ''}`}
          icon={<CornerDownRightIcon />}
          size="small"
          onClick={() => select({ tasks: [first.target], origin: 'inspector' })}
        />
      )}
    </div>
  );
}

/** A handler, route or default as a label: `Success`, `Each item fails`, the key of a route. */
export function nameExit(via: EdgeVia): string {
  const exit = parseVia(via);
  if (exit.kind === 'route') return exit.key;
  const words = exit.kind === 'handler' ? describeHandler(exit.name) : 'default';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ConditionFieldProps {
  readonly analysis: ShownAnalysis;
  /** Where the condition is written, or will be. */
  readonly path: Path;
  /** What holds without one. */
  readonly placeholder: string;
  readonly onCommit: (text: string) => void;
}

/** The condition of a route or of an error handler: an expression without braces. */
export function ConditionField({ analysis, path, placeholder, onCommit }: ConditionFieldProps): ReactNode {
  return (
    <Field label="Condition" layout="row">
      <ExpressionField
        value={formatScalar(readField(analysis.syntax, path))}
        isBare
        disabled={useIsReadOnly() !== null}
        complete={bareCompleterFor(path)}
        placeholder={placeholder}
        onCommit={onCommit}
      />
    </Field>
  );
}

import { type ReactNode, useState } from 'react';
import { type Analysis, describeHandler, type ExitName, isHandlerName } from '#engine';
import { select, useIsReadOnly } from '../session/index.ts';
import { CornerDownRightIcon, PlusIcon } from '../ui/icons.ts';
import { classes, IconButton, Menu } from '../ui/index.ts';
import styles from './HandlerRow.module.css';
import { edgesOf, nameTarget, targetEntries } from './targets.ts';

export interface HandlerRowProps {
  readonly analysis: Analysis;
  readonly source: string;
  /** A handler, a route, or the default of a decision. */
  readonly via: Exclude<ExitName, 'routes' | 'sequence'>;
  readonly label?: string | undefined;
}

/** Where one handler leads, in a line: press it to choose, or the arrow to go there. */
export function HandlerRow({ analysis, source, via, label = nameExit(via) }: HandlerRowProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const [isOpen, setIsOpen] = useState(false);
  const edges = edgesOf(analysis, source, via);
  const targets = edges.map((edge) => nameTarget(analysis, edge.target));
  const [first] = edges;
  const isSet = first !== undefined;
  return (
    <div className={classes(styles.row, !isSet && styles.unset)}>
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
            <span className={classes(styles.mark, styles[toneOf(via)])} aria-hidden />
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
export function nameExit(via: string): string {
  if (via !== 'default' && !isHandlerName(via)) return via.replace(/^(on_error\.)?routes\./, '');
  const words = via === 'default' ? 'otherwise' : describeHandler(via);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toneOf(via: string): 'success' | 'error' | 'complete' | 'start' | 'route' | 'hook' {
  if (via === 'on_success') return 'success';
  if (via === 'on_error' || via === 'on_timeout' || via === 'on_validation_error' || via.startsWith('on_error.'))
    return 'error';
  if (via === 'on_complete') return 'complete';
  if (via === 'on_start') return 'start';
  return via === 'default' || via.startsWith('routes.') || via.startsWith('on_condition') ? 'route' : 'hook';
}

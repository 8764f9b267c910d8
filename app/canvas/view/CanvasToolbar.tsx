import { useStore } from '@xyflow/react';
import { clearSelection, inspected, session, toggleInspector, useSession } from '../../session/index.ts';
import {
  ArrowDownIcon,
  ArrowRightIcon,
  MapIcon,
  MaximizeIcon,
  MinusIcon,
  NetworkIcon,
  PlusIcon,
  WorkflowIcon,
} from '../../ui/icons.ts';
import { Button, IconButton, Menu } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import type { Direction } from '../model/direction.ts';
import { isSmall } from '../model/openingView.ts';
import { FirstHint } from '../questions/FirstHint.tsx';
import type { Viewport } from '../state/useViewport.ts';
import styles from './CanvasToolbar.module.css';

const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5];

export interface CanvasToolbarProps {
  readonly viewport: Viewport;
  readonly direction: Direction;
  readonly canEdit: boolean;
  readonly hasMinimap: boolean;
  readonly onToggleMinimap: () => void;
}

/** Zoom, fit, automatic layout, direction and minimap: over the lower left of the canvas, below a small one; what to press first; and the credit that React Flow asks for. */
export function CanvasToolbar({ viewport, direction, canEdit, hasMinimap, onToggleMinimap }: CanvasToolbarProps) {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const hasRoom = !useStore(isSmall);
  const zooms = ZOOMS.map((zoom) => ({ label: `${zoom * 100} %`, onSelect: () => viewport.zoomTo(zoom) }));
  return (
    <div className={styles.foot}>
      <div className={styles.row}>
        <div className={styles.toolbar} role="toolbar" aria-label="Canvas">
          <IconButton label="Zoom out" icon={<MinusIcon />} tooltipSide="top" onClick={viewport.zoomOut} />
          <Menu
            side="top"
            align="center"
            trigger={
              <Button variant="ghost" className={styles.percent} aria-label={`Zoom: ${percent} %`}>
                {percent}%
              </Button>
            }
            entries={[...zooms, 'separator', { label: 'Fit everything', onSelect: viewport.fit }]}
          />
          <IconButton label="Zoom in" icon={<PlusIcon />} tooltipSide="top" onClick={viewport.zoomIn} />
          <span className={styles.line} />
          <IconButton label="Fit everything" icon={<MaximizeIcon />} tooltipSide="top" onClick={viewport.fit} />
          <IconButton
            label="Arrange automatically"
            icon={<NetworkIcon />}
            tooltipSide="top"
            disabled={!canEdit}
            onClick={() =>
              withCommands(({ layoutAll }) => {
                layoutAll();
                requestAnimationFrame(viewport.fit);
              })
            }
          />
          <IconButton
            label={direction === 'right' ? 'Turn the flow downwards' : 'Turn the flow to the right'}
            icon={direction === 'right' ? <ArrowRightIcon /> : <ArrowDownIcon />}
            tooltipSide="top"
            onClick={() => withCommands(({ turnFlow }) => turnFlow())}
          />
          {hasRoom && (
            <IconButton
              label={hasMinimap ? 'Hide the minimap' : 'Show the minimap'}
              icon={<MapIcon />}
              tooltipSide="top"
              isActive={hasMinimap}
              onClick={onToggleMinimap}
            />
          )}
          <span className={styles.line} />
          <WorkflowButton />
        </div>
        <FirstHint canEdit={canEdit} hasMinimap={hasMinimap} />
      </div>
      <a className={styles.credit} href="https://reactflow.dev" target="_blank" rel="noopener noreferrer">
        React Flow
      </a>
    </div>
  );
}

/** What belongs to the workflow as a whole: its form, in place of that of what is selected. */
function WorkflowButton() {
  const isShown = useSession((state) => inspected(state) === 'workflow');
  return (
    <IconButton
      label={isShown ? 'Hide the workflow’s settings' : 'Show the workflow’s settings'}
      icon={<WorkflowIcon />}
      tooltipSide="top"
      isActive={isShown}
      onClick={() => {
        clearSelection();
        if ((inspected(session.getState()) === 'workflow') === isShown) toggleInspector();
      }}
    />
  );
}

import { type ReactNode, useState } from 'react';
import { isRowsFile } from '#engine';
import { useSession } from '../../session/index.ts';
import { type DatasetPlace, keyOf, playDataset, showPlace, stopDataset } from '../../session/tests/index.ts';
import { PlayIcon, SquareIcon, TableIcon } from '../../ui/icons.ts';
import { Badge, Button, classes, IconButton, lazyPart, StatusMark } from '../../ui/index.ts';
import styles from '../tests.module.css';
import { describeGrid } from './describeGrid.ts';
import { formatAnswers } from './formatAnswers.ts';
import { RowsMenu } from './RowsMenu.tsx';

const AskDialog = lazyPart(() => import('./AskDialog.tsx').then((module) => module.AskDialog));
const GridDialog = lazyPart(() => import('./GridDialog.tsx').then((module) => module.GridDialog));

interface DatasetRowProps {
  readonly place: DatasetPlace;
  readonly name: string;
  readonly at: { readonly line: number; readonly column: number };
  /** The file of its rows; null where they are in the test file. */
  readonly rows: string | null;
  readonly canRun: boolean;
}

/** A dataset in the list of tests: how many of its cells passed, and the way to its grid. */
export function DatasetRow({ place, name, at, rows, canRun }: DatasetRowProps): ReactNode {
  const known = useSession((state) => state.run.grids.get(keyOf(place)));
  const files = useSession((state) => state.document.workspace.files);
  const [open, setOpen] = useState<'grid' | 'ask' | null>(null);
  const result = known?.result ?? null;
  const isOld = result !== null && known?.files !== files;
  const failed = result?.grid.cells.filter(({ passed }) => !passed).length ?? 0;
  const status = result === null ? 'pending' : failed > 0 ? 'error' : 'success';
  const isPlaying = known !== undefined && known.progress !== null;
  const counts = known?.progress?.answers ?? result?.answers;
  const answers = counts === undefined ? '' : formatAnswers(counts);
  return (
    <li className={classes(styles.test, isOld && styles.old)}>
      <div className={styles.row}>
        <StatusMark size="small" isDecorative status={status} />
        <button type="button" className={styles.name} onClick={() => showPlace(place.path, at)}>
          <strong>{name}</strong>
          <span role="status">{describe()}</span>
        </button>
        {isOld && (
          <Badge tone="warning" title="A text of the workspace has changed since">
            Changed
          </Badge>
        )}
        <IconButton
          size="small"
          label={isPlaying ? `Stop the dataset “${name}”` : `Run the dataset “${name}”`}
          icon={isPlaying ? <SquareIcon /> : <PlayIcon />}
          disabled={!canRun}
          onClick={() => (isPlaying ? stopDataset(place) : void playDataset(place))}
        />
      </div>
      {known !== undefined && known.wrong !== null && <p className={styles.wrong}>{known.wrong}</p>}
      <div className={styles.details}>
        {answers !== '' && <p className={styles.words}>{answers}</p>}
        <div className={styles.acts}>
          {result !== null && (
            <Button size="small" variant="ghost" icon={<TableIcon />} onClick={() => setOpen('grid')}>
              Open the grid
            </Button>
          )}
          <Button
            size="small"
            variant="ghost"
            disabled={!canRun}
            aria-disabled={isPlaying || undefined}
            onClick={() => setOpen('ask')}
          >
            Run with real models…
          </Button>
          {rows !== null && !isRowsFile(rows) && <RowsMenu place={place} name={name} rows={rows} />}
        </div>
        {open === 'grid' && result !== null && known !== undefined && (
          <GridDialog place={place} result={result} known={known} onClose={() => setOpen(null)} />
        )}
        {open === 'ask' && (
          <AskDialog
            title={`Run with real models: ${name}`}
            description="Calls with the answer live are made with your variables and secrets. Each answer is kept as it arrives and is not asked for again: stop at any time, and continue from there."
            usualCalls={100}
            canRenew
            onClose={() => setOpen(null)}
            onAsk={(live) => void playDataset(place, { live })}
          />
        )}
      </div>
    </li>
  );

  function describe(): string {
    if (known !== undefined && known.progress !== null)
      return `${known.progress.done} of ${known.progress.total} cells`;
    if (result === null) return 'Dataset, not run yet';
    return describeGrid(result.grid);
  }
}

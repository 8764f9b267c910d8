import { type ReactNode, useState } from 'react';
import { isRowsFile } from '#engine';
import { chooseFiles, downloadText, readText } from '../../platform/index.ts';
import { notify, useSession } from '../../session/index.ts';
import {
  type DatasetPlace,
  type Grid,
  importRows,
  keyOf,
  playDataset,
  readRowsFile,
  showPlace,
  stopDataset,
  type TestedFile,
} from '../../session/tests/index.ts';
import { ChevronDownIcon, PlayIcon, SquareIcon, TableIcon } from '../../ui/icons.ts';
import {
  Badge,
  Button,
  classes,
  GivenName,
  IconButton,
  lazyPart,
  Menu,
  PanelSection,
  StatusMark,
} from '../../ui/index.ts';
import styles from '../tests.module.css';
import { formatAnswers } from './formatAnswers.ts';

/** The datasets of a test file. */
export function DatasetPart({ path, file }: { readonly path: string; readonly file: TestedFile }): ReactNode {
  const { datasets, wrong } = file.found;
  if (datasets.length === 0) return null;
  return (
    <PanelSection
      title={
        <>
          Datasets of <GivenName name={path} isQuoted={false} />
        </>
      }
    >
      <ul className={styles.list} aria-label={`Datasets of ${path}`}>
        {datasets.map(({ name, at, rows }, index) => (
          <DatasetRow key={name} place={{ path, index }} name={name} at={at} rows={rows} canRun={wrong.length === 0} />
        ))}
      </ul>
    </PanelSection>
  );
}

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
function DatasetRow({ place, name, at, rows, canRun }: DatasetRowProps): ReactNode {
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

interface RowsMenuProps {
  readonly place: DatasetPlace;
  readonly name: string;
  /** The file of its rows, as the test file names it. */
  readonly rows: string;
}

/** Brings the file of a dataset's rows in, and saves it. */
function RowsMenu({ place, name, rows }: RowsMenuProps): ReactNode {
  return (
    <Menu
      trigger={
        <Button size="small" variant="ghost" icon={<ChevronDownIcon />} aria-label={`Rows of “${name}”`}>
          Rows
        </Button>
      }
      entries={[
        { label: `Import ${rows}…`, onSelect: () => void bringIn(place, rows) },
        { label: `Save ${rows}`, onSelect: () => void save(place) },
      ]}
    />
  );
}

async function bringIn(place: DatasetPlace, rows: string): Promise<void> {
  const chosen = await chooseRows([rows.replace(/^.*(?=\.)/, '')]);
  if (chosen !== null) await importRows(place, chosen);
}

async function save(place: DatasetPlace): Promise<void> {
  const file = await readRowsFile(place);
  if (file !== null) downloadText(file.name, file.text);
}

/** The largest file of rows that is read, in bytes. */
const MOST_BYTES = 32 * 2 ** 20;

/** Lets the user choose a file of rows; null when they think better of it, or where it cannot be read, which a notice says. */
export async function chooseRows(
  endings: readonly string[] = ['.csv', '.jsonl'],
): Promise<{ readonly name: string; readonly text: string } | null> {
  const [file] = await chooseFiles(endings);
  if (file === undefined) return null;
  const read = await readText(file, MOST_BYTES);
  if (read.ok) return { name: file.name, text: read.text };
  notify({ kind: 'error', message: read.reason });
  return null;
}

/** How large a grid is and how many of its cells passed, in words: `3 rows × 2 variants, 2 of 6 failed`. */
export function describeGrid({ cases, variants, cells }: GridSize): string {
  const failed = cells.filter(({ passed }) => !passed).length;
  const size = `${cases.length} ${cases.length === 1 ? 'row' : 'rows'} × ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'}`;
  return failed === 0 ? `${size}, all passed` : `${size}, ${failed} of ${cells.length} failed`;
}

interface GridSize {
  readonly cases: { readonly length: number };
  readonly variants: { readonly length: number };
  readonly cells: readonly Pick<Grid['cells'][number], 'passed'>[];
}

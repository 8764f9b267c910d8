import type { ReactNode } from 'react';
import { chooseFiles, downloadText, readText } from '../../platform/index.ts';
import { notify } from '../../session/index.ts';
import {
  compareDataset,
  type DatasetPlace,
  type DatasetResult,
  type PlayedGrid,
  playDataset,
  showDatasetRun,
} from '../../session/tests/index.ts';
import { DownloadIcon, PlayIcon, XIcon } from '../../ui/icons.ts';
import { Button, IconButton, Screen } from '../../ui/index.ts';
import { GridView } from './GridView.tsx';
import type { GridCell } from './gridRows.ts';

/** The largest result that is read from a file, in bytes. */
const MOST_BYTES = 32 * 2 ** 20;

interface GridDialogProps {
  readonly place: DatasetPlace;
  readonly result: DatasetResult;
  readonly known: PlayedGrid;
  readonly onClose: () => void;
}

/** The grid of a dataset in the whole window. */
export function GridDialog({ place, result, known, onClose }: GridDialogProps): ReactNode {
  const { grid } = result;
  const isPlaying = known.progress !== null;
  const show = (cell: GridCell): void => {
    const name = `${grid.cases[cell.case]?.name ?? ''}, ${grid.variants[cell.variant] ?? ''}`;
    const events = cell.failures.flatMap(({ event }) => event ?? []);
    onClose();
    void showDatasetRun(place, { ...cell, name, event: events.length === 0 ? null : Math.min(...events) });
  };
  const tools = (
    <>
      <Button size="small" icon={<PlayIcon />} isBusy={isPlaying} onClick={() => void playDataset(place)}>
        Run again
      </Button>
      <Button size="small" disabled={isPlaying} onClick={() => void chooseResult(place)}>
        Compare with a file…
      </Button>
      {[
        { label: 'CSV', ending: '.csv', text: () => `${result.table}\n` },
        { label: 'JSON Lines', ending: '.jsonl', text: () => result.lines },
        { label: 'JSON', ending: '.json', text: () => toResult(place, result) },
      ].map(({ label, ending, text }) => (
        <Button
          key={label}
          size="small"
          variant="ghost"
          icon={<DownloadIcon />}
          aria-label={`Save as ${label}`}
          onClick={() => downloadText(nameOf(grid.name, ending), text())}
        >
          {label}
        </Button>
      ))}
    </>
  );
  return (
    <Screen isOpen isFull onClose={onClose} label={`Grid of ${grid.name}`}>
      <GridView
        result={result}
        against={known.against}
        tools={tools}
        close={<IconButton label="Close" icon={<XIcon />} onClick={onClose} />}
        onShow={show}
      />
    </Screen>
  );
}

/** As `signalbox test --json` prints it. */
function toResult({ path }: DatasetPlace, { grid }: DatasetResult): string {
  return `${JSON.stringify({ files: [{ path, grids: [grid] }] }, null, 2)}\n`;
}

function nameOf(name: string, ending: string): string {
  return `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}${ending}`;
}

async function chooseResult(place: DatasetPlace): Promise<void> {
  const [file] = await chooseFiles();
  if (file === undefined) return;
  const read = await readText(file, MOST_BYTES);
  if (read.ok) await compareDataset(place, file.name, read.text);
  else notify({ kind: 'error', message: read.reason });
}

import type { ReactNode } from 'react';
import { downloadText } from '../../platform/index.ts';
import { type DatasetPlace, importRows, readRowsFile } from '../../session/tests/index.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { Button, Menu } from '../../ui/index.ts';
import { chooseRows } from './chooseRows.ts';

interface RowsMenuProps {
  readonly place: DatasetPlace;
  readonly name: string;
  /** The file of its rows, as the test file names it. */
  readonly rows: string;
}

/** Brings the file of a dataset's rows in, and saves it. */
export function RowsMenu({ place, name, rows }: RowsMenuProps): ReactNode {
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

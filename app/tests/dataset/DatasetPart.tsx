import type { ReactNode } from 'react';
import type { TestedFile } from '../../session/tests/index.ts';
import { GivenName, PanelSection } from '../../ui/index.ts';
import styles from '../tests.module.css';
import { DatasetRow } from './DatasetRow.tsx';

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

import { useEffect, useState } from 'react';
import { listSamples, readSample, type Sample } from '../platform/index.ts';
import { closeDialog, notify, openFile, session, useSession } from '../session/index.ts';
import { Button, Dialog, EmptyState, KindIcon, Spinner } from '../ui/index.ts';
import { startFile } from './fileActions.tsx';
import styles from './SamplesDialog.module.css';

/** The workflows that come with the app, each to be opened as a file of one's own. */
export function SamplesDialog() {
  const isOpen = useSession((state) => state.view.dialog === 'templates');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeDialog}
      title="Start from a sample"
      description="Each runs right away, offline and without a key."
    >
      <SampleList />
    </Dialog>
  );
}

function SampleList() {
  const [samples, setSamples] = useState<readonly Sample[] | Error | null>(null);
  useEffect(() => void loadSamples(setSamples), []);
  if (samples === null) return <Spinner label="Fetching the samples" />;
  if (samples instanceof Error) {
    return (
      <EmptyState title="No samples" actions={<Button onClick={() => void loadSamples(setSamples)}>Try again</Button>}>
        {samples.message}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {samples.map((sample) => (
        <li key={sample.file}>
          <button type="button" className={styles.sample} onClick={() => void openSample(sample.file)}>
            <KindIcon kind="workflow" size="large" />
            <span className={styles.name}>{sample.name}</span>
            <span className={styles.description}>{sample.description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

async function loadSamples(onLoad: (samples: readonly Sample[] | Error) => void): Promise<void> {
  await listSamples().then(onLoad, (error: unknown) =>
    onLoad(error instanceof Error ? error : new Error(String(error))),
  );
}

/** Opens a sample as a file; one that is here unchanged is only shown. */
async function openSample(file: string): Promise<void> {
  try {
    const text = await readSample(file);
    closeDialog();
    if (session.getState().document.workspace.files.get(file) === text) openFile(file);
    else startFile(file, { text, source: 'files.create' });
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

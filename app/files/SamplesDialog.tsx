import { useEffect, useState } from 'react';
import { listSamples, readSample, type Sample } from '../platform/index.ts';
import { closeDialog, createFile, notify, openFile, session, useSession } from '../session/index.ts';
import { Button, Dialog, EmptyState, KindIcon, Spinner } from '../ui/index.ts';
import styles from './SamplesDialog.module.css';

/** The workflows that come with the app, each to be opened as a file of one's own. */
export function SamplesDialog() {
  const isOpen = useSession((state) => state.dialog === 'templates');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeDialog}
      title="Start from a sample"
      description="Each runs at once, offline and without a key."
    >
      <SampleList />
    </Dialog>
  );
}

function SampleList() {
  const [samples, setSamples] = useState<readonly Sample[] | Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    listSamples().then(
      (list) => isCurrent && setSamples(list),
      (error: unknown) => isCurrent && setSamples(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  if (samples === null) return <Spinner label="Fetching the samples" />;
  if (samples instanceof Error) {
    return (
      <EmptyState title="No samples" actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}>
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

/** Opens a sample as a file; one that is here unchanged is only shown. */
async function openSample(file: string): Promise<void> {
  try {
    const text = await readSample(file);
    closeDialog();
    if (session.getState().workspace.files.get(file) === text) openFile(file);
    else createFile(file, text);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

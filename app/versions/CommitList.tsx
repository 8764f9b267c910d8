import { type ReactNode, useEffect, useState } from 'react';
import { holdsWorkflow } from '#engine';
import { type FolderCommit, layoutNameOf } from '../platform/index.ts';
import { notify, port, session, useSession } from '../session/index.ts';
import { restoreVersion } from '../session/versions/index.ts';
import { formatMoment, PanelSection, useNow } from '../ui/index.ts';
import { CompareScreen } from './CompareScreen.tsx';
import type { OpenDiff } from './TextDiff.tsx';
import styles from './VersionsPanel.module.css';

export interface CommitListProps {
  readonly path: string;
  /** The current text; undefined: the file is gone. */
  readonly text: string | undefined;
  readonly isReadOnly: boolean;
  readonly openDiff: OpenDiff;
}

/** The commits of the file, where the open folder is in a git repository: they are compared and taken from, and never changed. */
export function CommitList({ path, text, isReadOnly, openDiff }: CommitListProps): ReactNode {
  const commits = useCommits(path);
  const now = useNow(true, 60_000);
  const [shown, setShown] = useState<ShownCommit | null>(null);
  if (commits.length === 0) return null;
  return (
    <PanelSection title="Commits">
      <ul className={styles.list} aria-label={`Commits of ${path}`}>
        {commits.map((commit) => (
          <li key={commit.id} className={styles.row}>
            <button
              type="button"
              className={styles.words}
              aria-label={`Compare the commit “${commit.subject}” with the current text`}
              onClick={() =>
                void readCommitted(path, commit).then(
                  async (read) =>
                    read !== null && setShown({ commit, text: read, arrangement: await readArrangement(path, commit) }),
                )
              }
            >
              <span className={styles.title}>
                <span title={commit.subject}>{commit.subject}</span>
              </span>
              <span className={styles.detail}>
                {formatMoment(commit.at, now)} · {commit.author} · {commit.id.slice(0, 7)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <CompareScreen
          label={`Version of ${path} next to the current text`}
          path={path}
          title={`${shown.commit.subject}, ${formatMoment(shown.commit.at, now)}`}
          afterTitle="Now"
          before={shown.text}
          after={text}
          arrangement={shown.arrangement}
          open={openDiff}
          restore={{ isReadOnly, run: () => restoreVersion(path, shown) }}
          onClose={() => setShown(null)}
        />
      )}
    </PanelSection>
  );
}

interface ShownCommit {
  readonly commit: FolderCommit;
  readonly text: string;
  /** What differs in the arrangement of the cards, in sentences. */
  readonly arrangement: readonly string[];
}

/** What differs between the arrangement of a workflow's cards in a commit and the one of now; nothing where it cannot be had. */
async function readArrangement(path: string, { id }: FolderCommit): Promise<readonly string[]> {
  if (!holdsWorkflow(path)) return [];
  try {
    const [{ tellArrangement }, text] = await Promise.all([
      import('./tellChanges.ts'),
      port('folder')?.readCommit?.(id, layoutNameOf(path)),
    ]);
    return tellArrangement(text ?? null, session.getState().document.workspace.layouts.get(path));
  } catch {
    return [];
  }
}

/** The commits that changed a file of the open folder, newest first; empty where it has none, or cannot tell. They are read again once the file is saved. */
function useCommits(path: string): readonly FolderCommit[] {
  const saved = useSession((state) => state.storage.folder?.onDisk.get(path));
  const [found, setFound] = useState<{ readonly path: string; readonly commits: readonly FolderCommit[] } | null>(null);
  useEffect(() => {
    let isWanted = saved !== undefined;
    void port('folder')
      ?.commits?.(path)
      .then(
        (commits) => isWanted && setFound({ path, commits }),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [path, saved]);
  return found?.path === path && saved !== undefined ? found.commits : [];
}

/** A file's text in a commit; null where it cannot be had, which a notice says. */
async function readCommitted(path: string, { id, subject }: FolderCommit): Promise<string | null> {
  try {
    const text = (await port('folder')?.readCommit?.(id, path)) ?? null;
    if (text === null) notify({ kind: 'warning', message: `${path} is not in the commit “${subject}”.` });
    return text;
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

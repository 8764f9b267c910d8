import { type ReactNode, useEffect, useState } from 'react';
import { openFile, session, useIsReadOnly, useSession } from '../session/index.ts';
import {
  askVersionName,
  deleteVersion,
  forgetVersions,
  keepTexts,
  type ListedVersion,
  nameVersion,
  onVersions,
  readVersionedPaths,
  readVersions,
  restoreVersion,
  stopNaming,
} from '../session/versions/index.ts';
import { BookmarkPlusIcon, FileClockIcon, Trash2Icon } from '../ui/icons.ts';
import { Button, EmptyState, formatMoment, IconButton, Panel, PanelSection, Spinner } from '../ui/index.ts';
import { CommitList } from './CommitList.tsx';
import { CompareScreen } from './CompareScreen.tsx';
import { titleOf } from './describeVersion.ts';
import { NameField } from './NameField.tsx';
import type { OpenDiff } from './TextDiff.tsx';
import { VersionRow } from './VersionRow.tsx';
import styles from './VersionsPanel.module.css';

export interface VersionsPanelProps {
  /** Shows two texts with what differs; given by the app, since features do not import each other. */
  readonly openDiff: OpenDiff;
}

/** The versions of the open file that this device keeps, newest first, and those of files that were deleted. */
export function VersionsPanel({ openDiff }: VersionsPanelProps): ReactNode {
  const path = useSession((state) => state.document.activePath);
  const isReadOnly = useIsReadOnly() !== null;
  const isNaming = useSession((state) => state.view.isNaming === true);
  const text = useSession(({ document }) => document.workspace.files.get(path ?? ''));
  const { value: versions, problem } = useVersions(path);
  return (
    <Panel
      title="Versions"
      actions={
        <IconButton
          size="small"
          label="Name this version"
          icon={<BookmarkPlusIcon />}
          disabled={path === null || isReadOnly}
          onClick={askVersionName}
        />
      }
      footer={
        <p className={styles.note}>
          Kept on this device at each run, and whenever something else replaces the text. Older ones thin out; those
          with a name stay.
        </p>
      }
    >
      {isNaming && path !== null && !isReadOnly && (
        <NameField label="Name of this version" name="" onDone={(name) => void keepNow(path, name)} />
      )}
      {problem !== null ? (
        <EmptyState title="Versions cannot be read">{problem}</EmptyState>
      ) : versions === null ? (
        <Spinner label="Reading the versions" />
      ) : (
        path !== null && (
          <VersionList key={path} path={path} versions={versions} isReadOnly={isReadOnly} openDiff={openDiff} />
        )
      )}
      {path !== null && (
        <CommitList key={`commits of ${path}`} path={path} text={text} isReadOnly={isReadOnly} openDiff={openDiff} />
      )}
      <DeletedFiles isReadOnly={isReadOnly} />
    </Panel>
  );
}

interface VersionListProps extends VersionsPanelProps {
  readonly path: string;
  readonly versions: readonly ListedVersion[];
  readonly isReadOnly: boolean;
}

function VersionList({ path, versions, isReadOnly, openDiff }: VersionListProps): ReactNode {
  const text = useSession((state) => state.document.workspace.files.get(path));
  const [renaming, setRenaming] = useState<string | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const shown = versions.find(({ id }) => id === compared);
  if (versions.length === 0)
    return (
      <EmptyState icon={<FileClockIcon />} title="No versions yet">
        The first one is kept when this file runs, or when you name it as it is now.
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.list} aria-label={`Versions of ${path}`}>
        {versions.map((version, index) => (
          <li key={version.id}>
            {renaming === version.id ? (
              <NameField
                label="Name of the version"
                name={version.name ?? ''}
                onDone={(name) => {
                  setRenaming(null);
                  if (name !== null) void nameVersion(path, version.id, name === '' ? null : name);
                }}
              />
            ) : (
              <VersionRow
                version={version}
                path={path}
                older={versions[index + 1]?.text}
                isNow={version.text === text}
                isReadOnly={isReadOnly}
                onCompare={() => setCompared(version.id)}
                onRestore={() => restoreVersion(path, version)}
                onRename={() => setRenaming(version.id)}
                onDelete={() => void deleteVersion(path, version.id)}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        Versions without a name are deleted as they age. If the versions of all files exceed 32 million characters, the
        oldest are deleted first. Versions with a name are kept.
      </p>
      {shown && (
        <CompareScreen
          label={`Version of ${path} next to the current text`}
          path={path}
          title={momentOf(shown)}
          afterTitle="Now"
          before={shown.text}
          after={text}
          open={openDiff}
          restore={{ isReadOnly, run: () => restoreVersion(path, shown) }}
          onClose={() => setCompared(null)}
        />
      )}
    </>
  );
}

function DeletedFiles({ isReadOnly }: { readonly isReadOnly: boolean }): ReactNode {
  const files = useSession((state) => state.document.workspace.files);
  const { value: paths } = useVersionedPaths();
  const deleted = (paths ?? []).filter((path) => !files.has(path));
  if (deleted.length === 0) return null;
  return (
    <PanelSection title="Deleted files">
      <ul className={styles.list}>
        {deleted.map((path) => (
          <li key={path} className={styles.deleted}>
            <span className={styles.path} title={path}>
              {path}
            </span>
            <Button
              size="small"
              disabled={isReadOnly}
              aria-label={`Bring back ${path}`}
              onClick={() => void bringBack(path)}
            >
              Bring back
            </Button>
            <IconButton
              size="small"
              label={`Delete all versions of ${path}`}
              icon={<Trash2Icon />}
              disabled={isReadOnly}
              onClick={() => void forgetVersions(path)}
            />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

async function bringBack(path: string): Promise<void> {
  const [newest] = await readVersions(path);
  if (newest !== undefined && restoreVersion(path, newest)) openFile(path);
}

/** What a version is called, and when it was kept. */
function momentOf(version: ListedVersion): string {
  return `${titleOf(version)}, ${formatMoment(version.at, Date.now())}`;
}

/** Keeps the current text under a name; without one the question is only taken away. */
async function keepNow(path: string, name: string | null): Promise<void> {
  stopNaming();
  const text = session.getState().document.workspace.files.get(path);
  if (name !== null && name !== '' && text !== undefined) await keepTexts([{ path, text, reason: 'asked', name }]);
}

/** What is known of something that is read from this device. */
interface StoredAnswer<Value> {
  /** Null until it is read. */
  readonly value: Value | null;
  /** Why it cannot be read, for the user. */
  readonly problem: string | null;
}

/** The versions of a file, newest first; they follow what is kept. */
function useVersions(path: string | null): StoredAnswer<readonly ListedVersion[]> {
  return useRead(path ?? '', readOne);
}

/** The files that have versions. */
function useVersionedPaths(): StoredAnswer<readonly string[]> {
  return useRead('', readVersionedPaths);
}

const readOne = (path: string) => (path === '' ? Promise.resolve([]) : readVersions(path));

function useRead<Value>(key: string, read: (key: string) => Promise<Value>): StoredAnswer<Value> {
  const [answer, setAnswer] = useState<StoredAnswer<Value> & { readonly key: string }>({
    key,
    value: null,
    problem: null,
  });
  useEffect(() => {
    let isWanted = true;
    const refresh = (): void =>
      void read(key).then(
        (value) => isWanted && setAnswer({ key, value, problem: null }),
        (error: Error) => isWanted && setAnswer({ key, value: null, problem: error.message }),
      );
    refresh();
    const stop = onVersions(refresh);
    return () => {
      isWanted = false;
      stop();
    };
  }, [key, read]);
  return answer.key === key ? answer : { value: null, problem: null };
}

import type { ReactNode } from 'react';
import { holdsWorkflow, isRowsFile } from '#engine';
import { doAction } from '../../actions/index.ts';
import { createFile, session, useSession } from '../../session/index.ts';
import {
  ClipboardPasteIcon,
  FileCode2Icon,
  FolderOpenIcon,
  LayoutTemplateIcon,
  ServerIcon,
  SquareIcon,
  TableIcon,
  WorkflowIcon,
} from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import styles from './EmptyCanvas.module.css';

/** Shown on a canvas without tasks: four ways to begin, or why there are none. */
export function EmptyCanvas({ canEdit }: { readonly canEdit: boolean }) {
  const path = useSession(({ document: { activePath } }) => activePath);
  if (path !== null && isRowsFile(path))
    return (
      <NothingToDraw
        icon={<TableIcon className={styles.icon} aria-hidden />}
        title="Rows of a dataset"
        text="This file has rows that a test is played for: a test names it under each. It has no tasks of its own."
      />
    );
  if (path !== null && !holdsWorkflow(path))
    return (
      <NothingToDraw
        icon={<ServerIcon className={styles.icon} aria-hidden />}
        title="What the server does by itself"
        text="This file has schedules, webhooks and tools for “signalbox serve”. It has no tasks and does not run here."
      />
    );
  return (
    <div className={styles.empty}>
      <WorkflowIcon className={styles.icon} aria-hidden />
      <h2 className={styles.title}>Draw a workflow, then run it</h2>
      <p className={styles.text}>Begin with one of these, or drag a task from the panel.</p>
      <div className={styles.ways}>
        <Button
          variant="primary"
          icon={<SquareIcon />}
          disabled={!canEdit && session.getState().document.activePath !== null}
          onClick={addBlank}
        >
          Blank task
        </Button>
        <Button icon={<LayoutTemplateIcon />} onClick={() => doAction('file.template')}>
          From a template
        </Button>
        <Button icon={<FolderOpenIcon />} onClick={() => doAction('file.open')}>
          Open a file
        </Button>
        <Button icon={<ClipboardPasteIcon />} onClick={() => doAction('file.paste')}>
          Paste YAML
        </Button>
      </div>
    </div>
  );
}

/** What a file is that has nothing to draw. */
function NothingToDraw({
  icon,
  title,
  text,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
}) {
  return (
    <div className={styles.empty}>
      {icon}
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.ways}>
        <Button variant="primary" icon={<FileCode2Icon />} onClick={() => doAction('view.code')}>
          Edit it as text
        </Button>
      </div>
    </div>
  );
}

function addBlank(): void {
  if (
    session.getState().document.activePath === null &&
    createFile('workflow.yaml', { text: '', source: 'files.create' }) === null
  )
    return;
  withCommands(({ addDraft }) => addDraft({ type: 'basic' }, { kind: 'free', parent: null }, null));
}

import type { ReactNode } from 'react';
import { type ActionId, actionOf, runAction } from '../actions/index.ts';
import { useIsReadOnly } from '../session/index.ts';
import { ClipboardPasteIcon, FilePlus2Icon, FileUpIcon, LayoutTemplateIcon } from '../ui/icons.ts';
import styles from './EmptyWorkspace.module.css';

const WAYS = [
  {
    id: 'file.template',
    label: 'Start from a template',
    hint: 'A working example to change',
    icon: <LayoutTemplateIcon />,
  },
  { id: 'file.open', label: 'Open a file', hint: 'Or drop one anywhere', icon: <FileUpIcon /> },
  { id: 'file.paste', label: 'Paste YAML', hint: 'From the clipboard', icon: <ClipboardPasteIcon /> },
  { id: 'file.new', label: 'Blank task', hint: 'Begin with one step', icon: <FilePlus2Icon /> },
] as const satisfies readonly {
  readonly id: ActionId;
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
}[];

/** Shown where no workflow is open: four ways to begin. */
export function EmptyWorkspace() {
  const blocked = useIsReadOnly();
  return (
    <div className={styles.empty}>
      <div className={styles.content}>
        <h2 className={styles.title}>Draw a workflow, then run it here</h2>
        <p className={styles.text}>{blocked ?? 'Everything stays on this device. Choose how to begin.'}</p>
        <div className={styles.ways}>
          {WAYS.map(({ id, label, hint, icon }) => (
            <button
              key={id}
              type="button"
              className={styles.way}
              disabled={blocked !== null}
              onClick={() => runAction(actionOf(id))}
            >
              {icon}
              <span className={styles.label}>{label}</span>
              <span className={styles.hint}>{hint}</span>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

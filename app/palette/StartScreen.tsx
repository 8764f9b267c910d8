import type { ReactNode } from 'react';
import { type ActionId, doAction } from '../actions/index.ts';
import { useIsReadOnly } from '../session/index.ts';
import { addChoice, listStarts } from '../session/workspace/index.ts';
import { ClipboardPasteIcon, FileUpIcon, LayoutTemplateIcon, SparklesIcon } from '../ui/icons.ts';
import { Button, KindIcon } from '../ui/index.ts';
import styles from './StartScreen.module.css';

const WAYS = [
  { id: 'assistant.describe', label: 'Describe it', icon: <SparklesIcon /> },
  { id: 'file.template', label: 'Start from a template', icon: <LayoutTemplateIcon /> },
  { id: 'file.open', label: 'Open a file', icon: <FileUpIcon /> },
  { id: 'file.paste', label: 'Paste YAML', icon: <ClipboardPasteIcon /> },
] as const satisfies readonly { readonly id: ActionId; readonly label: string; readonly icon: ReactNode }[];

/** Shown where a workflow has nothing yet, or none is open: what it may begin with, and where else one can come from. */
export function StartScreen() {
  const blocked = useIsReadOnly();
  return (
    <section className={styles.empty} aria-label="How to begin">
      <div className={styles.content}>
        <h2 className={styles.title}>What comes first?</h2>
        <p className={styles.text}>{blocked ?? 'Choose the first step. It can be changed later.'}</p>
        <ul className={styles.starts}>
          <li>
            <button
              type="button"
              className={styles.start}
              disabled={blocked !== null}
              onClick={() => doAction('definition.input')}
            >
              <KindIcon kind="workflow" />
              <span className={styles.label}>Form input</span>
              <span className={styles.hint}>Ask for values before each run</span>
            </button>
          </li>
          {listStarts().map((choice) => (
            <li key={choice.id}>
              <button
                type="button"
                className={styles.start}
                disabled={blocked !== null}
                onClick={() => addChoice(choice.draft)}
              >
                <KindIcon kind={choice.kind} />
                <span className={styles.label}>{choice.label}</span>
                <span className={styles.hint}>{choice.description}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className={styles.ways}>
          {WAYS.map(({ id, label, icon }) => (
            <Button key={id} variant="ghost" icon={icon} disabled={blocked !== null} onClick={() => doAction(id)}>
              {label}
            </Button>
          ))}
        </div>
        <p className={styles.note}>Everything stays on this device. A file can be dropped anywhere.</p>
      </div>
    </section>
  );
}

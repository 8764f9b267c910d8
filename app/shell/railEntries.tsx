import type { ReactNode, Ref } from 'react';
import type { PanelName } from '../session/index.ts';
import { FilesIcon, HistoryIcon, KeyRoundIcon, LibraryIcon, ListTreeIcon, PlusIcon } from '../ui/icons.ts';
import styles from './BarButton.module.css';

/** A side panel as its button has it. */
export interface PanelButton {
  readonly name: PanelName;
  readonly label: string;
  readonly icon: ReactNode;
}

/** A side panel that most people need: a word of its name is below its icon. */
interface NamedPanel extends PanelButton {
  readonly word: string;
}

/** The side panels that have a button at all times, in the order of their buttons. */
export const MAIN_PANELS: readonly NamedPanel[] = [
  { name: 'add', label: 'Add a task', word: 'Add', icon: <PlusIcon /> },
  { name: 'outline', label: 'Outline', word: 'Outline', icon: <ListTreeIcon /> },
  { name: 'files', label: 'Files', word: 'Files', icon: <FilesIcon /> },
  { name: 'resources', label: 'Agents, tools and memory', word: 'Agents', icon: <LibraryIcon /> },
  { name: 'runs', label: 'Run history', word: 'History', icon: <HistoryIcon /> },
  { name: 'variables', label: 'Variables', word: 'Variables', icon: <KeyRoundIcon /> },
];

interface BarButtonProps {
  readonly label: string;
  /** A part of the label, below the icon. */
  readonly word: string;
  readonly icon: ReactNode;
  readonly isActive?: boolean | undefined;
  readonly onClick?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An icon over a word. */
export function BarButton({ label, word, icon, isActive, ...rest }: BarButtonProps): ReactNode {
  return (
    <button type="button" className={styles.button} aria-label={label} aria-pressed={isActive} {...rest}>
      {icon}
      <span>{word}</span>
    </button>
  );
}

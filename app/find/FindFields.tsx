import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { port, registerPort } from '../session/index.ts';
import { CaseSensitiveIcon, ChevronRightIcon, RegexIcon, ReplaceIcon, SearchIcon, WholeWordIcon } from '../ui/icons.ts';
import { IconButton, matchesShortcut, SegmentedControl, TextField } from '../ui/index.ts';
import styles from './FindPanel.module.css';
import { setFind, useFind } from './findState.ts';

const SWITCHES = [
  { name: 'matchesCase', label: 'Match case', shortcut: 'Alt+C', icon: <CaseSensitiveIcon /> },
  { name: 'isWholeWord', label: 'Whole words', shortcut: 'Alt+W', icon: <WholeWordIcon /> },
  { name: 'isPattern', label: 'Regular expression', shortcut: 'Alt+R', icon: <RegexIcon /> },
] as const;

type Where = 'all' | 'file';

const PLACES: readonly { readonly value: Where; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'file', label: 'This file' },
];

export interface FindFieldsProps {
  /** Why the pattern cannot be read. */
  readonly problem: string | null;
  readonly onGoToList: () => void;
}

/** What to find, how and where, and what to put in its place. */
export function FindFields({ problem, onGoToList }: FindFieldsProps): ReactNode {
  const state = useFind();
  const { text, isInFile, replacement } = state;
  const isReplacing = replacement !== null;
  const field = useRef<HTMLInputElement>(null);
  // All of what it says is selected: typing finds something else.
  useEffect(() => registerPort('find', { focus: () => field.current?.select() }), []);

  function onKeyDown(event: KeyboardEvent): void {
    const pressed = SWITCHES.find(({ shortcut }) => isPressed(event, shortcut));
    if (pressed) setFind({ [pressed.name]: !state[pressed.name] });
    else if (event.key === 'ArrowDown' || event.key === 'Enter') onGoToList();
    else if (event.key === 'Escape' && text === '') port('canvas')?.focus();
    else if (event.key === 'Escape') setFind({ text: '' });
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <IconButton
          size="small"
          label="Replace"
          aria-expanded={isReplacing}
          className={styles.expand}
          icon={<ChevronRightIcon />}
          onClick={() => setFind({ replacement: isReplacing ? null : '' })}
        />
        <TextField
          ref={field}
          type="search"
          autoFocus
          aria-label="Find"
          placeholder="Find"
          isInvalid={problem !== null}
          value={text}
          onChange={(next) => setFind({ text: next })}
          onKeyDown={onKeyDown}
          prefix={<SearchIcon aria-hidden />}
        />
      </div>
      {isReplacing && (
        <div className={styles.line}>
          <span className={styles.indent} />
          <TextField
            aria-label="Replace with"
            placeholder="Replace with"
            value={replacement}
            onChange={(next) => setFind({ replacement: next })}
            onKeyDown={onKeyDown}
            prefix={<ReplaceIcon aria-hidden />}
          />
        </div>
      )}
      <div className={styles.options}>
        <SegmentedControl
          label="Where to find"
          value={isInFile ? 'file' : 'all'}
          options={PLACES}
          onChange={(where) => setFind({ isInFile: where === 'file' })}
        />
        <div className={styles.switches}>
          {SWITCHES.map(({ name, label, shortcut, icon }) => (
            <IconButton
              key={name}
              size="small"
              label={label}
              shortcut={shortcut}
              icon={icon}
              isActive={state[name]}
              onClick={() => setFind({ [name]: !state[name] })}
            />
          ))}
        </div>
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          This is not a valid regular expression: {problem}.
        </p>
      )}
    </div>
  );
}

/** With Alt, some keyboards type another character: the key code decides then. */
function isPressed({ nativeEvent }: KeyboardEvent, shortcut: string): boolean {
  const key = nativeEvent.code.replace(/^Key/, '').toLowerCase();
  const { code, ctrlKey, metaKey, altKey, shiftKey } = nativeEvent;
  return matchesShortcut({ key, code, ctrlKey, metaKey, altKey, shiftKey }, shortcut);
}

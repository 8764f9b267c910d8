import type { ReactNode } from 'react';
import type { ErrorPause, Pin } from '#engine/run';
import { openDialog, useSession } from '../session/index.ts';
import {
  describeBreakpoint,
  type KeptBreakpoint,
  keepBreakpoint,
  removeBreakpoint,
  setErrorPause,
} from '../session/run/index.ts';
import { muteBreakpoints, removeBreakpoints, unpinTasks } from '../session/runSteps/index.ts';
import { PencilIcon, XIcon } from '../ui/icons.ts';
import {
  Button,
  classes,
  GivenName,
  IconButton,
  KeyValueRow,
  Panel,
  PanelSection,
  SegmentedControl,
  Switch,
  shortText,
} from '../ui/index.ts';
import styles from './debug/debug.module.css';
import { namePlace, showPlace } from './debug/places.ts';

/** What pauses runs by itself, and which tasks do not run but answer with a pin: of all files. */
export function BreakpointsPanel(): ReactNode {
  const hasServers = useSession((state) => state.workspace.servers.length > 0);
  return (
    <Panel title="Breakpoints">
      {hasServers && (
        <p className={styles.where}>
          All of this applies to runs in this browser, not on servers. Fork a server’s run here, and it applies to the
          fork.
        </p>
      )}
      <ErrorPausePart />
      <BreakpointList />
      <PinList />
    </Panel>
  );
}

const POSITIONS: readonly { readonly value: ErrorPause; readonly label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'unhandled', label: 'Unhandled' },
  { value: 'all', label: 'All' },
];

const MEANINGS = {
  off: 'A failure is retried and handled as the workflow says.',
  unhandled: 'A run pauses where a task fails that is not tried again, and that nothing in the workflow handles.',
  all: 'A run pauses wherever a task fails, before it is tried again or handled.',
} as const satisfies Record<ErrorPause, string>;

/** Which failures pause runs in this browser. */
function ErrorPausePart(): ReactNode {
  const pauses = useSession((state) => state.run.errorPause);
  return (
    <PanelSection title="Pause on errors">
      <SegmentedControl
        label="Pause on errors"
        size="small"
        value={pauses}
        options={POSITIONS}
        onChange={setErrorPause}
      />
      <p className={styles.hint}>{MEANINGS[pauses]}</p>
    </PanelSection>
  );
}

/** The breakpoints of all files: where they are, what each does, muted one by one or all at once. */
function BreakpointList(): ReactNode {
  const breakpoints = useSession((state) => state.run.breakpoints);
  const areMuted = useSession((state) => state.run.areMuted);
  // Names, and what is gone, are those of the texts.
  useSession((state) => state.document.workspace);
  if (breakpoints.size === 0)
    return (
      <PanelSection title="Breakpoints">
        <p className={styles.hint}>None. Select a task or a connection and press F9.</p>
      </PanelSection>
    );
  return (
    <PanelSection
      title="Breakpoints"
      actions={
        <Button size="small" variant="ghost" onClick={removeBreakpoints}>
          Remove all
        </Button>
      }
    >
      <KeyValueRow label="Mute all">
        <Switch aria-label="Mute all breakpoints" checked={areMuted} onChange={muteBreakpoints} />
      </KeyValueRow>
      {[...breakpoints].map(([file, list]) => (
        <section key={file} className={styles.file} aria-label={file}>
          <h4 className={styles.path}>
            <GivenName name={file} isQuoted={false} />
          </h4>
          <ul className={styles.list} aria-label={`Breakpoints of ${file}`}>
            {list.map((breakpoint) => (
              <BreakpointRow
                key={JSON.stringify(breakpoint.at)}
                file={file}
                breakpoint={breakpoint}
                areMuted={areMuted}
              />
            ))}
          </ul>
        </section>
      ))}
    </PanelSection>
  );
}

interface BreakpointRowProps {
  readonly file: string;
  readonly breakpoint: KeptBreakpoint;
  readonly areMuted: boolean;
}

function BreakpointRow({ file, breakpoint, areMuted }: BreakpointRowProps): ReactNode {
  const { at, isMuted = false } = breakpoint;
  const { name, isGone } = namePlace(file, at);
  return (
    <li className={classes(styles.row, (isMuted || areMuted) && styles.muted)}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={`Breakpoint ${name} is on`}
        checked={!isMuted}
        onChange={({ target }) => keepBreakpoint(file, { ...breakpoint, isMuted: !target.checked })}
      />
      <button type="button" className={styles.place} disabled={isGone} onClick={() => showPlace(file, at)}>
        <strong>{name}</strong>
        <span>{isGone ? 'No longer there' : describeBreakpoint(breakpoint)}</span>
      </button>
      {!isGone && (
        <IconButton
          size="small"
          label={`Change the breakpoint ${name}`}
          icon={<PencilIcon />}
          onClick={() => showPlace(file, at, () => openDialog('breakpoint'))}
        />
      )}
      <IconButton
        size="small"
        label={`Remove the breakpoint ${name}`}
        icon={<XIcon />}
        onClick={() => removeBreakpoint(file, breakpoint)}
      />
    </li>
  );
}

/** Longest text of a pinned value, in characters: its dialog shows it whole. */
const LONGEST = 80;

/** The tasks of all files that answer with a pin in place of running. */
function PinList(): ReactNode {
  const pins = useSession((state) => state.run.pins);
  useSession((state) => state.document.workspace);
  if (pins.size === 0) return null;
  return (
    <PanelSection
      title="Pins"
      actions={
        <Button size="small" variant="ghost" onClick={() => unpinTasks()}>
          Unpin all
        </Button>
      }
    >
      {[...pins].map(([file, kept]) => (
        <section key={file} className={styles.file} aria-label={`Pins of ${file}`}>
          <h4 className={styles.path}>
            <GivenName name={file} isQuoted={false} />
          </h4>
          <ul className={styles.list} aria-label={`Pins of ${file}`}>
            {Object.entries(kept).map(([task, pin]) => (
              <PinRow key={task} file={file} task={task} pin={pin} />
            ))}
          </ul>
        </section>
      ))}
    </PanelSection>
  );
}

interface PinRowProps {
  readonly file: string;
  readonly task: string;
  readonly pin: Pin;
}

function PinRow({ file, task, pin }: PinRowProps): ReactNode {
  const { name, isGone } = namePlace(file, { task });
  const answer = 'error' in pin ? `fails: ${pin.error.message}` : JSON.stringify(pin.output);
  return (
    <li className={styles.row}>
      <button type="button" className={styles.place} disabled={isGone} onClick={() => showPlace(file, { task })}>
        <strong>{name}</strong>
        <span>
          {isGone ? 'No longer there' : `${pin.kind === 'mocked' ? 'Mocked' : 'Pinned'}: ${shortText(answer, LONGEST)}`}
        </span>
      </button>
      {!isGone && (
        <IconButton
          size="small"
          label={`Change the pin of ${name}`}
          icon={<PencilIcon />}
          onClick={() => showPlace(file, { task }, () => openDialog('pin'))}
        />
      )}
      <IconButton size="small" label={`Unpin ${name}`} icon={<XIcon />} onClick={() => unpinTasks({ file, task })} />
    </li>
  );
}

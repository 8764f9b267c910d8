import type { ReactNode } from 'react';
import { openDialog, useSession } from '../../session/index.ts';
import { describeBreakpoint, type KeptBreakpoint, keepBreakpoint, removeBreakpoint } from '../../session/run/index.ts';
import { muteBreakpoints, removeBreakpoints } from '../../session/runSteps/index.ts';
import { PencilIcon, XIcon } from '../../ui/icons.ts';
import { Button, classes, GivenName, IconButton, KeyValueRow, PanelSection, Switch } from '../../ui/index.ts';
import styles from './debug.module.css';
import { namePlace, showPlace } from './places.ts';

/** The breakpoints of all files: where they are, what each does, muted one by one or all at once. */
export function BreakpointList(): ReactNode {
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

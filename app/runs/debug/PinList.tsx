import type { ReactNode } from 'react';
import type { Pin } from '#engine/run';
import { openDialog, useSession } from '../../session/index.ts';
import { unpinTasks } from '../../session/runSteps/index.ts';
import { PencilIcon, XIcon } from '../../ui/icons.ts';
import { Button, GivenName, IconButton, PanelSection, shortText } from '../../ui/index.ts';
import styles from './debug.module.css';
import { namePlace, showPlace } from './places.ts';

/** Longest text of a pinned value, in characters: its dialog shows it whole. */
const LONGEST = 80;

/** The tasks of all files that answer with a pin in place of running. */
export function PinList(): ReactNode {
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

import { NOTE_COLORS, type NoteColor } from '#engine/layout';
import { classes } from '../../ui/index.ts';
import annotation from './annotation.module.css';
import styles from './ColorChoice.module.css';

export interface ColorChoiceProps {
  readonly of: 'note' | 'frame';
  readonly color: NoteColor;
  readonly onChoose: (color: NoteColor) => void;
  /** Where it lies. */
  readonly className: string | undefined;
}

/**
 * The colours that a selected note or frame can have. By the pointer; by keys the colour is in the menu and in the palette, so
 * that Tab does not stop here.
 */
export function ColorChoice({ of, color, onChoose, className }: ColorChoiceProps) {
  return (
    <div className={classes(styles.choice, className, 'nodrag nopan')} role="group" aria-label={`Colour of the ${of}`}>
      {NOTE_COLORS.map((each) => (
        <button
          key={each}
          type="button"
          tabIndex={-1}
          className={classes(styles.color, annotation.tone)}
          data-color={each}
          aria-label={each}
          aria-pressed={each === color}
          title={each}
          // The field keeps the focus, and with it what is written.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(each)}
        />
      ))}
    </div>
  );
}

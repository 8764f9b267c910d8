import type { Ref } from 'react';
import type { Template } from '../../platform/index.ts';
import { useIsReadOnly } from '../../session/index.ts';
import { ChevronLeftIcon, PlayIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './gallery.module.css';
import { SketchPicture } from './SketchPicture.tsx';

interface TemplateDetailProps {
  readonly template: Template;
  /** Goes back to the list, where only one of both has room. */
  readonly onBack: () => void;
  readonly onUse: () => void;
  readonly onRun: () => void;
  readonly backRef: Ref<HTMLButtonElement>;
}

/** One template: how it looks, what it is for, what it needs, and the two ways to begin with it. */
export function TemplateDetail({ template, onBack, onUse, onRun, backRef }: TemplateDetailProps) {
  const { name, description, needs, change, files, tests, sketch } = template;
  const blocked = useIsReadOnly();
  return (
    <section className={styles.detail} aria-label={name}>
      <div className={styles.back}>
        <Button ref={backRef} variant="ghost" size="small" icon={<ChevronLeftIcon />} onClick={onBack}>
          All templates
        </Button>
      </div>
      <SketchPicture sketch={sketch} className={styles.large} />
      <h3 className={styles.title}>{name}</h3>
      <p>{description}</p>
      <div className={styles.buttons}>
        <Button variant="primary" disabled={blocked !== null} onClick={onUse}>
          Use it
        </Button>
        <Button icon={<PlayIcon />} disabled={blocked !== null} onClick={onRun}>
          Run it offline
        </Button>
      </div>
      <p className={styles.note}>
        {blocked ?? (
          <>
            Both copy it into your files, with {tests === 1 ? 'its test' : `its ${tests} tests`}.{' '}
            <em>Run it offline</em> also plays the first test: the answers are made up, and nothing is sent.
          </>
        )}
      </p>
      <dl className={styles.facts}>
        {needs !== null && (
          <>
            <dt>To run it for real</dt>
            {needs.split('; ').map((need) => (
              <dd key={need}>{sentence(need)}</dd>
            ))}
          </>
        )}
        {change !== null && (
          <>
            <dt>To make it yours</dt>
            <dd>Change {change}</dd>
          </>
        )}
        <dt>Files</dt>
        <dd>{files.map((file) => file.split('/').at(-1)).join(', ')}</dd>
      </dl>
    </section>
  );
}

/** A part of a sentence as one of its own. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?$/, '.');
}

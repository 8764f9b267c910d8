import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { BracesIcon, ChevronRightIcon } from '../../ui/icons.ts';
import { classes, IconButton } from '../../ui/index.ts';
import styles from './Group.module.css';
import { YamlPart } from './YamlPart.tsx';

export interface GroupProps {
  readonly title: string;
  /** The part of the document the group is about: it can be edited as YAML instead. */
  readonly path?: Path | undefined;
  /** Can be closed, and begins so. */
  readonly startsClosed?: boolean | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled group of fields. Whatever the fields cannot show, its YAML can. */
export function Group({ title, path, startsClosed, actions, children }: GroupProps): ReactNode {
  const [isOpen, setIsOpen] = useState(startsClosed !== true);
  const [isYaml, setIsYaml] = useState(false);
  return (
    <section className={classes(styles.group, !isOpen && styles.closed)} data-field={path?.join('.')}>
      <header className={styles.header}>
        {startsClosed === undefined ? (
          <h3 className={styles.title}>{title}</h3>
        ) : (
          <h3 className={styles.title}>
            <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              <ChevronRightIcon aria-hidden className={classes(styles.chevron, isOpen && styles.open)} />
              {title}
            </button>
          </h3>
        )}
        <div className={styles.actions}>
          {isOpen && actions}
          {isOpen && path && (
            <IconButton
              label={isYaml ? `${title} as a form` : `${title} as YAML`}
              icon={<BracesIcon />}
              size="small"
              isActive={isYaml}
              onClick={() => setIsYaml(!isYaml)}
            />
          )}
        </div>
      </header>
      {isOpen && (
        <div className={styles.body}>
          {isYaml && path ? <YamlPart path={path} label={`${title} as YAML`} /> : children}
        </div>
      )}
    </section>
  );
}

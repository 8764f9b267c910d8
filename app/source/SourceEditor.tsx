import { useEffect, useRef } from 'react';
import { createSourceEditor } from './createSourceEditor.ts';
import styles from './SourceEditor.module.css';

/** The text editor itself; a separate chunk, since Monaco is most of the app. */
export default function SourceEditor() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => (container.current === null ? undefined : createSourceEditor(container.current)), []);
  return <div ref={container} className={styles.editor} />;
}

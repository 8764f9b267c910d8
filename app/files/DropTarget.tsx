import { useEffect, useState } from 'react';
import { onFileDrop, readFiles } from '../platform/index.ts';
import { addFiles } from '../session/storage/index.ts';
import { FileUpIcon } from '../ui/icons.ts';
import styles from './DropTarget.module.css';

/** Takes files dropped anywhere on the window, and says so while they hover. */
export function DropTarget() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => onFileDrop((files) => void readFiles(files).then(addFiles), setIsOver), []);
  if (!isOver) return null;
  return (
    <div className={styles.cover}>
      <div className={styles.hint}>
        <FileUpIcon aria-hidden />
        Drop to open as a workflow
      </div>
    </div>
  );
}

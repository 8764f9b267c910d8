import { openFile, useSession } from '../../session/index.ts';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './FilePath.module.css';

/** The workflows that the open one was entered through, outermost first, each with the way back to it. */
export function FilePath() {
  const path = useSession((state) => state.document.activePath);
  const trail = useSession((state) => state.view.trail);
  return (
    <nav className={styles.path} aria-label="Workflows around this one">
      <ol>
        {trail.map((file, depth) => (
          <li key={file}>
            <Button
              size="small"
              variant="ghost"
              title={`Back to ${file}`}
              onClick={() => openFile(file, trail.slice(0, depth))}
            >
              {file}
            </Button>
            <ChevronRightIcon aria-hidden />
          </li>
        ))}
        <li aria-current="page">{path}</li>
      </ol>
    </nav>
  );
}

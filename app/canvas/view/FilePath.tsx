import { openFile, setTrail, useSession } from '../../session/index.ts';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './FilePath.module.css';

/** The workflows that the open one was entered through, outermost first, each with the way back to it. */
export function FilePath() {
  const path = useSession((state) => state.document.activePath);
  const trail = useSession((state) => state.view.trail);
  if (trail === null || trail.path !== path) return null;
  const { around } = trail;
  const leaveTo = (file: string, depth: number) => {
    openFile(file);
    setTrail(depth === 0 ? null : { path: file, around: around.slice(0, depth) });
  };
  return (
    <nav className={styles.path} aria-label="Workflows around this one">
      <ol>
        {around.map((file, depth) => (
          <li key={file}>
            <Button size="small" variant="ghost" title={`Back to ${file}`} onClick={() => leaveTo(file, depth)}>
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

import { type ReactNode, useMemo, useRef } from 'react';
import { copyText, createFile, useSession } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { CopyIcon, FilePlus2Icon } from '../../ui/icons.ts';
import { Button, shortText, useWindow } from '../../ui/index.ts';
import styles from './RunText.module.css';

const LINE_HEIGHT = 18;

/** The exact text that a run was started with, and whether the file has changed since. */
export function RunText({ run }: { readonly run: ShownRun }): ReactNode {
  const { path, source } = run;
  const textSource = run.importedFrom === null && run.server === null ? 'files.recorded' : 'files.imported-run';
  const present = useSession((state) => state.document.workspace.files.get(path));
  const lines = useMemo(() => source.split(/\r\n|\r|\n/), [source]);
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, lines.length, LINE_HEIGHT);
  return (
    <div className={styles.text}>
      <div className={styles.bar}>
        <p>{describe(run, present)}</p>
        <Button size="small" variant="ghost" icon={<CopyIcon />} onClick={() => void copyText(source)}>
          Copy
        </Button>
        {present !== source && (
          <Button
            size="small"
            icon={<FilePlus2Icon />}
            onClick={() => createFile(path.replace(/(\.[^./]+)?$/, '-as-run$1'), { text: source, source: textSource })}
          >
            Open as a new file
          </Button>
        )}
      </div>
      <div ref={scroller} className={styles.lines} tabIndex={0} role="region" aria-label="Text of the run">
        <div style={{ height: lines.length * LINE_HEIGHT, paddingTop: first * LINE_HEIGHT }}>
          {lines.slice(first, last).map((line, index) => (
            <pre key={first + index} style={{ height: LINE_HEIGHT }}>
              <span className={styles.number}>{first + index + 1}</span>
              {shortText(line, 2_000)}
            </pre>
          ))}
        </div>
      </div>
    </div>
  );
}

function describe({ path, source, server }: ShownRun, present: string | undefined): string {
  if (server !== null && present !== source)
    return present === undefined
      ? `The text of ${path} that ran on ${server.address}. There is no such file here.`
      : `The text of ${path} that ran on ${server.address}. The file here has another one: cards show what the run did to tasks of the same id.`;
  if (present === source) return `The text of ${path} that ran. It has not changed since.`;
  if (present === undefined) return `The text of ${path} that ran. The file is no longer here.`;
  return `The text of ${path} that ran. The file has changed since: cards show what this run did to tasks of the same id.`;
}

import { type ReactNode, useEffect, useState } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { describePath } from '#engine/model';
import { port, select } from '../../session/index.ts';
import { useRowLimit } from '../../ui/index.ts';
import { languageService, loadLanguage } from '../language/languageService.ts';
import { Group } from '../parts/Group.tsx';
import styles from './LineageGroup.module.css';

export interface LineageGroupProps {
  readonly analysis: ShownAnalysis;
  /** Of the task. */
  readonly id: string;
}

type Read = import('#engine/language').Read;

/** Where the values of a task come from, and who reads it: each with a way there. */
export function LineageGroup({ analysis, id }: LineageGroupProps): ReactNode {
  const [language, setLanguage] = useState(languageService);
  useEffect(() => {
    let isShown = true;
    loadLanguage().then(
      () => isShown && setLanguage(languageService()),
      () => null,
    );
    return () => {
      isShown = false;
    };
  }, []);
  const lineage = language?.traceTasks(analysis, [id]);
  if (lineage === undefined) return null;
  return (
    <Group title="Lineage">
      <Reads title="Reads" none="Nothing from other tasks." reads={lineage.reads} analysis={analysis} to="source" />
      <Reads title="Read by" none="No other task." reads={lineage.readBy} analysis={analysis} to="field" />
    </Group>
  );
}

interface ReadsProps {
  readonly title: string;
  readonly none: string;
  readonly reads: readonly Read[];
  readonly analysis: ShownAnalysis;
  /** Where a row leads: to the task whose value it is, or to the field that reads it. */
  readonly to: 'source' | 'field';
}

function Reads({ title, none, reads, analysis, to }: ReadsProps): ReactNode {
  const [shown, more] = useRowLimit(reads);
  return (
    <div className={styles.part}>
      <h4 className={styles.title}>{title}</h4>
      {reads.length === 0 && <p className={styles.none}>{none}</p>}
      <ul aria-label={title}>
        {shown.map((read, index) => {
          const [source] = read.sources;
          const canJump = to === 'field' || source !== undefined;
          const where = describeField(analysis, read.path);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may read the same twice.
            <li key={`${read.path.join('.')} ${read.text} ${index}`}>
              <button
                type="button"
                className={styles.row}
                disabled={!canJump}
                aria-label={
                  to === 'field' ? `${read.text} in ${where}` : `${read.text} from ${source ?? 'outside tasks'}`
                }
                onClick={() =>
                  to === 'field' ? showField(analysis, read.path) : source && select({ tasks: [source] })
                }
              >
                <code className={styles.text}>{read.text}</code>
                <span className={styles.where}>{to === 'field' ? where : (source ?? outside(read.root))}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {more}
    </div>
  );
}

function outside(root: string): string {
  return root === 'workflow' ? 'the run’s input' : root === 'env' ? 'a variable' : root;
}

/** The task and the field, as `tell, message`. */
function describeField(analysis: ShownAnalysis, path: Path): string {
  const owner = ownerOf(analysis, path);
  const field = describePath(path)?.title ?? path.findLast((step) => typeof step === 'string') ?? '';
  return owner === null ? path.slice(0, 2).join('.') : `${owner}, ${field}`;
}

function ownerOf({ graph }: ShownAnalysis, path: Path): string | null {
  let found: { readonly id: string; readonly length: number } | null = null;
  for (const [id, { task }] of graph.nodes) {
    const isInside = task.path.every((step, index) => step === path[index]);
    if (isInside && task.path.length > (found?.length ?? -1)) found = { id, length: task.path.length };
  }
  return found?.id ?? null;
}

function showField(analysis: ShownAnalysis, path: Path): void {
  const owner = ownerOf(analysis, path);
  select(owner === null ? { resource: { kind: 'workflow', id: '' } } : { tasks: [owner] });
  port('inspector')?.reveal(path);
}

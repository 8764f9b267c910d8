import { findTask, type Workflow, walkTasks } from '../../model/index.ts';
import { cutText, type Path } from '../../text/index.ts';
import type { Hunk } from '../align/Hunk.ts';
import type { DraftChange } from './Change.ts';
import type { Telling } from './tellTasks.ts';

/** What is apart from what the workflow says, with the path of a hunk. */
interface Apart extends Telling {
  readonly pathOf: (hunk: Hunk) => Path;
}

/** Comments that changed, one by one, and by task what is only written differently. */
export function tellApart(
  hunks: readonly Hunk[],
  apart: Apart,
): readonly { readonly draft: DraftChange; readonly hunks: readonly Hunk[] }[] {
  const told: { readonly draft: DraftChange; readonly hunks: readonly Hunk[] }[] = [];
  const spelled = new Map<string, Hunk[]>();
  for (const hunk of hunks) {
    const path = apart.pathOf(hunk);
    const comment = hunk.apart ? tellComment(hunk, apart) : null;
    if (comment !== null) {
      told.push({
        draft: draftOf('comment.changed', [hunk], {
          path,
          sentence: `${comment}${where(path, apart.after.workflow)}.`,
        }),
        hunks: [hunk],
      });
      continue;
    }
    const key = JSON.stringify(taskPath(path));
    const same = spelled.get(key);
    if (same === undefined) spelled.set(key, [hunk]);
    else same.push(hunk);
  }
  for (const [key, own] of spelled) {
    const path = JSON.parse(key) as Path;
    const sentence = `The same is written differently${where(path, apart.after.workflow)}.`;
    told.push({ draft: draftOf('spelling.changed', own, { path, sentence }), hunks: own });
  }
  return told;
}

function draftOf(
  kind: DraftChange['kind'],
  hunks: readonly Hunk[],
  { path, sentence }: Pick<DraftChange, 'path' | 'sentence'>,
): DraftChange {
  const first = hunks[0];
  const last = hunks.at(-1);
  return {
    kind,
    severity: 'cosmetic',
    path,
    sentence,
    before: { start: first?.before.start ?? 0, end: last?.before.end ?? 0 },
    after: { start: first?.after.start ?? 0, end: last?.after.end ?? 0 },
  };
}

/** What became of a comment; null where only blanks differ. */
function tellComment({ before, after }: Hunk, apart: Apart): string | null {
  const was = commentIn(apart.before.syntax.text.slice(before.start, before.end));
  const is = commentIn(apart.after.syntax.text.slice(after.start, after.end));
  if (was === is) return null;
  if (was === '') return `A comment is new: “${cutText(is, 60)}”`;
  if (is === '') return `A comment is gone: “${cutText(was, 60)}”`;
  return `A comment is now “${cutText(is, 60)}”; it was “${cutText(was, 60)}”`;
}

function commentIn(text: string): string {
  return [...text.matchAll(/#[ \t]*([^\r\n]*)/g)].map(([, words = '']) => words.trim()).join(' ');
}

function where(path: Path, workflow: Workflow): string {
  const inside = taskPath(path);
  const task =
    inside.length === 0
      ? undefined
      : walkTasks(workflow).find(({ task: each }) => JSON.stringify(each.path) === JSON.stringify(inside))?.task;
  return task === undefined || findTask(workflow, task.id) === undefined ? '' : `, in task “${task.id}”`;
}

/** The path of the innermost task that a path is in; the top-level key where it is in none. */
function taskPath(path: Path): Path {
  let end = 0;
  while (path[end] === 'tasks' && typeof path[end + 1] === 'number') end += 2;
  return path.slice(0, end);
}

import { type Analysis, findRange } from '#engine';

/** The YAML of a task as a run's own text has it; null where the task is not in it, or is written in a file it imports. */
export function textOfTask({ syntax, graph }: Analysis, taskId: string): string | null {
  const node = graph.nodes.get(taskId);
  if (node === undefined || node.task.id !== taskId) return null;
  const { start, end } = findRange(syntax, node.task.path, 'value');
  return withoutIndent(syntax.text, start, end);
}

/** A block of the text with all its lines moved to the left as far as its first line is. */
function withoutIndent(text: string, start: number, end: number): string {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const indent = new RegExp(`^ {0,${column}}`);
  return text
    .slice(start, end)
    .trimEnd()
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line : line.replace(indent, '')))
    .join('\n');
}

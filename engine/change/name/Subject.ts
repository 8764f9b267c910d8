import type { SyntaxNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import type { Change, ChangeSeverity } from './Change.ts';

/** What a value belongs to: a task, an agent, another part with an id, or the workflow itself. */
export interface Subject {
  readonly kind: 'task' | 'agent' | 'tool' | 'action' | 'workflow';
  /** How a sentence begins: `In task “fetch”, `. */
  readonly intro: string;
  readonly task?: NonNullable<Change['task']>;
  /** Whether the program has the part just as it was. */
  readonly isSame: boolean;
  /** Whether runs wait at it. */
  readonly waits: boolean;
  /** Whether a value that is read by its path alone may be read elsewhere. */
  readonly isRead: (path: Path, node: SyntaxNode | null) => boolean;
}

/** How a sentence names a path: `with.url`, `config.routes.yes`. */
export function tellPath(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step + 1}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Keys that hold data of the user, where the order of keys can be seen by a run; below all others they are read by name. */
const DATA =
  /^(?:with|env|outputs|memory|schema\.(?:input|output|config)|config\.mapping|output|messages|tools)(?:[.[]|$)|\.with(?:[.[]|$)/;

/** Whether the order of keys at a path inside of a subject can be seen by a run. */
export function showsOrder(subject: Subject, inside: Path): boolean {
  if (subject.kind === 'workflow' || subject.kind === 'task') return DATA.test(tellPath(inside));
  return inside.length > 0;
}

/** What a change of a value inside of a subject may do. */
export function severityOf(
  subject: Subject,
  { inside, node, gone }: { readonly inside: Path; readonly node: SyntaxNode | null; readonly gone: boolean },
): ChangeSeverity {
  const [first, second] = inside;
  if (subject.kind === 'workflow') {
    if (first === 'description') return 'cosmetic';
    if (first === 'name') return subject.isRead(inside, node) ? 'behaviour' : 'cosmetic';
    if (first === 'schema' && second === 'input') return isNewProperty(inside, gone) ? 'behaviour' : 'breaking';
    if (first === 'outputs') return inside.length < 3 && gone ? 'breaking' : 'behaviour';
    return subject.isRead(inside, node) ? 'behaviour' : 'cosmetic';
  }
  if (subject.isSame) return 'cosmetic';
  if (subject.kind === 'task') {
    if (first === 'name' || first === 'description') return 'cosmetic';
    if (subject.waits && first === 'config' && (second === 'signal' || second === undefined)) return 'breaking';
  }
  return 'behaviour';
}

/** A property that the input may have and need not. */
function isNewProperty(inside: Path, gone: boolean): boolean {
  return !gone && inside.length >= 4 && inside.at(-2) === 'properties';
}

import { type Err, err } from '../../base/index.ts';
import type { Path, Refusal } from '../../text/index.ts';

/** A place as people write it: `tasks[0].with.name`. */
export function formatPath(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

/** There is nothing at the path. */
export function unknownPath(path: Path): Err<Refusal> {
  const subject = formatPath(path);
  return err({ code: 'UNKNOWN_PATH', subject, message: `There is nothing at ${subject || 'the top'} to change.` });
}

/** The path leads into something that is no map or list. */
export function notACollection(path: Path, wanted: 'map' | 'list'): Err<Refusal> {
  const subject = formatPath(path);
  const message = `${subject || 'The document'} is not a ${wanted}, so nothing can be put into it. Change it to a ${wanted} first.`;
  return err({ code: wanted === 'map' ? 'NOT_A_MAP' : 'NOT_A_LIST', subject, message });
}

/** The path leads through an alias: its value is written elsewhere. */
export function sharedByAlias(path: Path, name: string): Err<Refusal> {
  const subject = formatPath(path);
  const message = `${subject} is the alias *${name}. Change the value at &${name}, or write it out here first.`;
  return err({ code: 'ALIAS_SHARED', subject, message });
}

/** The edit would remove or change the node that an alias elsewhere refers to. */
export function breaksAlias(name: string): Err<Refusal> {
  const message = `The alias *${name} would no longer refer to the same value. Write it out where it is used first.`;
  return err({ code: 'ALIAS_BROKEN', subject: name, message });
}

/** The text around the place is too broken, or too unusual, to be edited safely. */
export function cannotEdit(path: Path): Err<Refusal> {
  const subject = formatPath(path);
  return err({
    code: 'SYNTAX_ERROR',
    subject,
    message: `The YAML at ${subject || 'the top'} cannot be edited safely. Change it in the text.`,
  });
}

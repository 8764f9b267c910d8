import { walkTasks } from '../../../model/index.ts';
import type { Fix, Path } from '../../../text/index.ts';
import { placesOfId } from '../../subject/idPlaces.ts';
import {
  codePoint,
  findPretender,
  findUnseen,
  looksOf,
  scriptOf,
  withoutPretenders,
  withoutUnseen,
} from '../../subject/lookalikes.ts';
import { type Finding, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

interface Named {
  readonly id: string;
  readonly path: Path;
}

/** Ids that look like what they are not: with characters that cannot be seen, or that pretend to be others, or like another id. */
export const checkLookalikes: Rule = function* (subject) {
  const { workflow } = subject.analysis;
  const { agents, tools } = workflow;
  const named: readonly Named[] = [...[...walkTasks(workflow)].map(({ task }) => task), ...agents, ...tools];
  // Nearly every file has ids of ASCII alone.
  const all = [...named, ...agents.flatMap(({ actions }) => actions)];
  const strange = all.filter(({ id }) => !isAscii(id));
  if (strange.length === 0) return;
  const taken = new Set(all.map(({ id }) => id));
  for (const one of strange) {
    const finding = findUnseenIn(one, taken, subject) ?? findPretenderIn(one, taken, subject);
    if (finding !== undefined) yield finding;
  }
  yield* findTwins(named);
};

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function findUnseenIn(one: Named, taken: ReadonlySet<string>, subject: Subject): Finding | undefined {
  const unseen = findUnseen(one.id);
  if (unseen === undefined) return undefined;
  const plain = withoutUnseen(one.id);
  const message = `This id has a character that cannot be seen, ${codePoint(unseen)}: it looks like "${plain}", and is another one. Remove it, also where the id is named.`;
  return toFinding(one, message, fixByRenaming(one, plain, { taken, subject }));
}

function findPretenderIn(one: Named, taken: ReadonlySet<string>, subject: Subject): Finding | undefined {
  const pretender = findPretender(one.id);
  if (pretender === undefined) return undefined;
  const { sign, twin } = pretender;
  const plain = withoutPretenders(one.id);
  const message = `${describe(sign)} in this id looks like ${isAscii(twin) ? `"${twin}"` : describe(twin)}, and is another character: who types "${plain}" does not find it. Use one script in a word, also where the id is named.`;
  return toFinding(one, message, fixByRenaming(one, plain, { taken, subject }));
}

function describe(sign: string): string {
  const script = scriptOf(sign);
  return `"${sign}" (${codePoint(sign)}${script === '' ? '' : `, ${script}`})`;
}

/** Ids that look the same, at the later one. */
function* findTwins(named: readonly Named[]): Iterable<Finding> {
  const first = new Map<string, Named>();
  for (const one of named) {
    const looks = looksOf(one.id);
    const before = first.get(looks);
    if (before === undefined) first.set(looks, one);
    else if (before.id !== one.id && one.id !== '') yield toFinding(one, describeTwin(one, before));
  }
}

function describeTwin({ id }: Named, before: Named): string {
  const [own, others] = [Array.from(id), Array.from(before.id)];
  const differing = own.findIndex((sign, index) => sign !== others[index]);
  const place = differing < 0 ? own.length : differing;
  const sign = own[place] ?? others[place] ?? '';
  return `Another id in this file looks just like this one: they differ in character ${place + 1}, ${codePoint(sign)}. Rename one of them.`;
}

function toFinding({ path }: Named, message: string, fixes?: () => readonly Fix[]): Finding {
  const at = [...path, 'id'];
  return { code: 'CONFUSABLE_ID', path: at, message, ...(fixes === undefined ? {} : { fixes }) };
}

/** Writes an id as it looks, wherever it is named; none where that id is taken, or empty. */
function fixByRenaming(
  { id, path }: Named,
  plain: string,
  { taken, subject }: { readonly taken: ReadonlySet<string>; readonly subject: Subject },
): (() => readonly Fix[]) | undefined {
  if (plain.trim() === '' || taken.has(plain)) return undefined;
  const title = `Rename to ${plain}`;
  return () => {
    const edits = placesOfId(id, subject).map((range) => ({ ...range, text: plain }));
    return edits.length > 0 ? [{ title, edits }] : fixBySetting(subject, [...path, 'id'], plain, title)();
  };
}

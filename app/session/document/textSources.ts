/**
 * What a way into the workspace means for trust:
 *
 * | rule | the files it writes |
 * |---|---|
 * | own | stay as they are: a user typed or chose it in this app |
 * | foreign | are not trusted: somebody else may have written it |
 * | enlarging | are not trusted where they then reach more than before |
 * | derived | are as trusted as the files of the workspace that it is made from |
 */
export type TrustRule = 'own' | 'foreign' | 'enlarging' | 'derived';

/**
 * Every way text gets into the workspace (docs/decisions/0024). A new one is a type error at `writeFiles`, `createFile` and
 * `replaceFileText` until it is listed here; a transaction of any other origin that creates a file counts as foreign.
 */
export const TEXT_SOURCES = {
  /** A blank file, a template or a sample of the app. */
  'files.create': 'own',
  /** Back from the clipboard, and copied in this app out of a trusted file. */
  'files.copy': 'own',
  /** The text of a run that was started here. */
  'files.recorded': 'own',
  /** Removed here before: what is not trusted stays so. */
  'files.restore': 'own',
  'files.remove': 'own',
  'files.duplicate': 'derived',
  'files.import': 'foreign',
  'files.folder': 'foreign',
  /** Another program changed it in the open folder. */
  'files.disk': 'foreign',
  /** Made of what is here and of what another program wrote. */
  'files.merge': 'foreign',
  'files.paste': 'foreign',
  /** The text of a run that came from a file. */
  'files.imported-run': 'foreign',
  'source.type': 'own',
  'source.paste': 'enlarging',
  'source.fix': 'own',
  'problems.fix': 'own',
  /** Expectations of a test, as a person saw them before. */
  'tests.update': 'own',
  /** What others answered to the calls of a test, which no one has read. */
  'tests.record': 'enlarging',
  /** Found and replaced by a user who saw each place. */
  'find.replace': 'own',
  /** A text that a file had before; no one may have trusted it then. */
  'versions.restore': 'enlarging',
  /** What a program proposed, and a person took after seeing it. */
  proposal: 'enlarging',
  pasteTasks: 'foreign',
  'pasteTasks.copy': 'own',
  extractToFile: 'derived',
  inlineImport: 'derived',
} as const satisfies Readonly<Record<string, TrustRule>>;

type SourceName = keyof typeof TEXT_SOURCES;

/** A way in, and after a colon its subject where steps of one subject join in history. */
export type TextSource = SourceName | `${SourceName}:${string}`;

/** The rule for a transaction's origin, which may name its subject after a colon; null for a command that brings no text. */
export function ruleOf(origin: string): TrustRule | null {
  const name = origin.replace(/:.*$/s, '');
  return isSourceName(name) ? TEXT_SOURCES[name] : null;
}

function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(TEXT_SOURCES, name);
}

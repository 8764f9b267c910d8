import { type ReactNode, useState } from 'react';
import { type Diagnostic, findNode, type Path, type Syntax } from '#engine';
import { findSourceProblem, readSource, setSource } from '#engine/edit';
import { useAnalysis, useDiagnostics, useIsReadOnly } from '../../session/index.ts';
import { CodeField, type CodeProblem } from '../../ui/index.ts';
import { partCompleter } from '../language/completePart.ts';
import { edit } from './edit.ts';
import styles from './YamlPart.module.css';

export interface YamlPartProps {
  /** Which part of the document; what is written there is shown as it is, comments and all. */
  readonly path: Path;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly rows?: number | undefined;
}

/** One part of the document as YAML. Commits on blur and Mod+Enter; what cannot be read stays, marked, and is not written. */
export function YamlPart({ path, label, placeholder, rows }: YamlPartProps): ReactNode {
  const analysis = useAnalysis('own');
  const diagnostics = useDiagnostics();
  const isReadOnly = useIsReadOnly() !== null;
  const [rejected, setRejected] = useState<{ readonly text: string; readonly message: string } | null>(null);
  if (!analysis) return null;
  const written = readSource(analysis.syntax, path);

  function commit(text: string) {
    const problem = findSourceProblem(text);
    if (problem) return setRejected({ text, message: problem.message });
    setRejected(null);
    edit((now) => setSource(now, { path, yaml: text }));
  }

  const text = rejected?.text ?? written;
  const problems = problemsIn(analysis.syntax, path, diagnostics);
  return (
    <div className={styles.part}>
      <CodeField
        aria-label={label}
        name={label}
        language="yaml"
        complete={partCompleter(path)}
        check={findMistake}
        problems={problems}
        isInvalid={rejected !== null}
        rows={rows ?? Math.min(18, Math.max(2, text.split('\n').length))}
        disabled={isReadOnly || analysis.isBroken}
        placeholder={placeholder}
        value={text}
        onCommit={commit}
      />
      {rejected && (
        <p className={styles.problem} role="alert">
          {rejected.message}{' '}
          <button type="button" onClick={() => setRejected(null)}>
            Restore
          </button>
        </p>
      )}
    </div>
  );
}

function findMistake(text: string): CodeProblem | null {
  const problem = findSourceProblem(text);
  return problem === null ? null : { message: problem.message, ...problem.range };
}

/** The diagnostics of one part of the document, with their places in the part as it is shown: at column 0, with `\n`. */
function problemsIn(syntax: Syntax, path: Path, diagnostics: readonly Diagnostic[]): readonly CodeProblem[] {
  const node = path.length === 0 ? syntax.root : findNode(syntax, path);
  if (!node) return [];
  const margin = node.start - (syntax.text.lastIndexOf('\n', node.start - 1) + 1);
  const toPart = (offset: number): number => shownLength(syntax.text.slice(node.start, offset), margin);
  return diagnostics
    .filter(({ range, severity }) => severity !== 'info' && range.start >= node.start && range.end <= node.end)
    .map(({ message, range }) => ({ message, start: toPart(range.start), end: toPart(range.end) }));
}

/** How long a stretch is once the margin of its lines is taken off. */
function shownLength(text: string, margin: number): number {
  return text
    .split(/\r?\n/)
    .map((line, index) => (index > 0 && /^ *$/.test(line.slice(0, margin)) ? line.slice(margin) : line))
    .join('\n').length;
}

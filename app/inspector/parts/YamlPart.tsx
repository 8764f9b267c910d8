import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { findSourceProblem, readSource, setSource } from '#engine/edit';
import { useAnalysis, useDiagnostics, useIsReadOnly } from '../../session/index.ts';
import { CodeField, type CodeProblem } from '../../ui/index.ts';
import { partCompleter } from '../language/completePart.ts';
import { edit } from './edit.ts';
import { problemsIn } from './problemsIn.ts';
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

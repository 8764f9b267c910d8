import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { type RunError, type StepScope, tellError } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { explainNoScope } from '../../session/runSteps/index.ts';
import { PencilIcon, PlusIcon, XIcon } from '../../ui/icons.ts';
import { Button, IconButton, TextField } from '../../ui/index.ts';
import { ErrorNote, StepValue } from '../parts/StepParts.tsx';
import styles from './ScopePart.module.css';
import { useScope } from './useScope.ts';

interface ScopePartProps {
  /** Number of the step; it need not have begun. */
  readonly activation: number;
}

/**
 * What a step sees at the instant that is shown: what it gets with its `with` evaluated, each root that its expressions read, and what
 * any expression gives there. Expressions that are watched are kept for the file. Of a run that continues unpaused nothing is asked: each event
 * would be another instant.
 */
export function ScopePart({ activation }: ScopePartProps): ReactNode {
  const run = useSession((state) => state.run.shown);
  if (run === null) return null;
  const isStill = run.moment !== null || run.view.status !== 'running' || run.view.paused !== null;
  const hint = explainNoScope(run) ?? (isStill ? undefined : 'Pause the run to see what its steps see.');
  if (hint !== undefined) return <p className={styles.none}>{hint}</p>;
  return <Scope key={run.path} path={run.path} activation={activation} />;
}

function Scope({ path, activation }: ScopePartProps & { readonly path: string }): ReactNode {
  const [watches, setWatches] = useState(() => readWatches(path));
  const [text, setText] = useState('');
  const [tried, setTried] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const expressions = tried === '' || watches.includes(tried) ? watches : [...watches, tried];
  const looked = useScope(activation, expressions);
  const scope = looked?.ok === true ? looked.value : null;
  const change = (next: readonly string[]): void => {
    changeWatches(path, next);
    setWatches(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(text.trim());
  };
  return (
    <div className={styles.scope}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          ref={field}
          aria-label="Expression to evaluate"
          placeholder="item.total > 20"
          value={text}
          isMono
          onChange={setText}
        />
        <Button type="submit" size="small" disabled={text.trim() === ''}>
          Evaluate
        </Button>
        <IconButton
          label="Watch this expression"
          icon={<PlusIcon />}
          size="small"
          disabled={text.trim() === '' || watches.includes(text.trim())}
          onClick={() => {
            change([...watches, text.trim()]);
            setText('');
            setTried('');
          }}
        />
      </form>
      {scope === null ? (
        <p className={styles.none}>{looked?.ok === false ? looked.error : 'Looking into the run…'}</p>
      ) : (
        <>
          {expressions.map((expression, index) => (
            <Watch
              key={expression}
              expression={expression}
              value={scope.values[index]}
              onChange={index < watches.length ? (next) => change(replaceWatch(watches, expression, next)) : undefined}
              onDone={() => field.current?.focus()}
            />
          ))}
          {scope.isFromBegin && (
            <p className={styles.none}>The step is over at this instant. This is what it saw as it began.</p>
          )}
          {!scope.isThere && (
            <p className={styles.none}>The step is gone at this instant. This is what the run as a whole sees.</p>
          )}
          {scope.input !== null && (
            <>
              <h3 className={styles.title}>Input</h3>
              <Outcome label="input" outcome={scope.input} />
            </>
          )}
          <h3 className={styles.title}>Scope</h3>
          <StepValue label="" value={scope.roots} />
        </>
      )}
    </div>
  );
}

type OutcomeOf = StepScope['values'][number];

function Outcome({ label, outcome }: { readonly label: string; readonly outcome: OutcomeOf }): ReactNode {
  return outcome.ok ? (
    <StepValue label={label} value={outcome.value} />
  ) : (
    <ErrorNote error={tellExpression(outcome.error)} />
  );
}

/** Without the name of the field, which is the one above it. */
function tellExpression(error: RunError): RunError {
  return { ...error, message: tellError(error).replace(/^expression: /, ''), details: null };
}

/** One that is watched already is not watched twice. */
function replaceWatch(watches: readonly string[], expression: string, next: readonly string[]): readonly string[] {
  return watches.flatMap((other) => (other === expression ? next : next.includes(other) ? [] : [other]));
}

interface WatchProps {
  readonly expression: string;
  readonly value: OutcomeOf | undefined;
  /** What takes its place among those that are watched: another one, or none. Absent: it is only tried. */
  readonly onChange: ((next: readonly string[]) => void) | undefined;
  /** It was changed, or is not: the focus has to go somewhere. */
  readonly onDone: () => void;
}

/** An expression with what it gives; one that is watched is changed in its place, and removed. */
function Watch({ expression, value, onChange, onDone }: WatchProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const close = (): void => {
    setDraft(null);
    onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = (draft ?? '').trim();
    close();
    if (next !== expression) onChange?.(next === '' ? [] : [next]);
  };
  return (
    <section className={styles.watch} aria-label={`Value of ${expression}`}>
      {draft === null ? (
        <header className={styles.expression}>
          <code title={expression}>{expression}</code>
          {onChange !== undefined && (
            <span className={styles.tools}>
              <IconButton
                label={`Change ${expression}`}
                icon={<PencilIcon />}
                size="small"
                onClick={() => setDraft(expression)}
              />
              <IconButton
                label={`Stop watching ${expression}`}
                icon={<XIcon />}
                size="small"
                onClick={() => onChange([])}
              />
            </span>
          )}
        </header>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <TextField
            aria-label={`Expression in place of ${expression}`}
            value={draft}
            isMono
            autoFocus
            onChange={setDraft}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
          />
          <Button type="submit" size="small">
            Watch
          </Button>
        </form>
      )}
      {value !== undefined && <Outcome label={expression} outcome={value} />}
    </section>
  );
}

/** Where expressions that are watched are kept on this device, by file. */
const KEY = 'signalbox.watches';

/** How many are kept for a file. */
const MOST = 20;

/** The expressions that are watched in runs of a file. */
function readWatches(path: string): readonly string[] {
  const { [path]: own } = readAll();
  return Array.isArray(own) ? own.filter((each): each is string => typeof each === 'string').slice(0, MOST) : [];
}

/** Watches other expressions in runs of a file. Where the browser keeps nothing they hold until the panel closes. */
function changeWatches(path: string, watches: readonly string[]): void {
  const { [path]: _, ...others } = readAll();
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(watches.length === 0 ? others : { ...others, [path]: watches.slice(0, MOST) }),
    );
  } catch {
    // Full, or blocked: nothing else depends on it.
  }
}

function readAll(): Readonly<Record<string, unknown>> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof all === 'object' && all !== null ? { ...all } : {};
  } catch {
    return {};
  }
}

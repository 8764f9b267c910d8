import { type ReactNode, useMemo } from 'react';
import { type ActivationView, type EffectView, listItems, type RunView, tellWarning } from '#engine/run';
import { copyText, useSession } from '../../session/index.ts';
import { openRun } from '../../session/run/index.ts';
import { CopyIcon, WorkflowIcon } from '../../ui/icons.ts';
import { Badge, Button, formatLength, lazyPart, SimulatedMark, shortText } from '../../ui/index.ts';
import { AnswerSoFar } from './AnswerSoFar.tsx';
import { formatUsage } from './formatUsage.ts';
import { describeRepeat, isRepeated } from './repeats.ts';
import { ErrorNote, StepValue } from './StepParts.tsx';
import styles from './step.module.css';
import { toCurl, toHttpRequest } from './toHttpRequest.ts';

const SendAgain = lazyPart(() => import('./SendAgain.tsx').then((module) => module.SendAgain));

/** How many calls of one step are listed: the last ones. */
const MOST_LISTED = 200;

/** The models and tools a step called, with what was sent and what came back; secrets are masked where these are recorded. */
export function Calls({ effects }: { readonly effects: readonly EffectView[] }): ReactNode {
  if (effects.length === 0) return <p className={styles.none}>This step called no model, tool or memory.</p>;
  return (
    <div className={styles.calls}>
      {effects.length > MOST_LISTED && (
        <p className={styles.none}>{effects.length - MOST_LISTED} calls before these are among the events.</p>
      )}
      {effects.slice(-MOST_LISTED).map((effect) => (
        <details key={effect.key} className={styles.call} open={effects.length === 1}>
          <summary>
            <Badge tone={effect.kind === 'tool' ? 'tool' : 'agent'}>{KINDS[effect.kind]}</Badge>
            <span className={styles.name}>{effect.name}</span>
            {isRepeated(effect) && <Badge tone="warning">Made again</Badge>}
            {effect.simulated && <SimulatedMark />}
            {effect.error && <Badge tone="error">{effect.error.code}</Badge>}
            {effect.usage && <span className={styles.length}>{formatUsage(effect.usage)}</span>}
            <span className={styles.length}>
              {effect.endedAt === null ? '' : formatLength(effect.endedAt - effect.startedAt - (effect.idle ?? 0))}
            </span>
          </summary>
          {effect.child && <OpenInside child={effect.child} />}
          {isRepeated(effect) && <p className={styles.none}>{describeRepeat(effect)}.</p>}
          <AsSent effect={effect} />
          <h3>Request</h3>
          <StepValue label="request" value={effect.request} />
          <h3>Response</h3>
          <Response effect={effect} />
        </details>
      ))}
    </div>
  );
}

/** Of a call of `core:http`: the request as it went out, and as a command. The record has what stands for secrets, not their values. */
function AsSent({ effect }: { readonly effect: EffectView }): ReactNode {
  // What a server resolves relative addresses against is its own affair.
  const isServed = useSession((state) => (state.run.shown?.server ?? null) !== null);
  const sent = toHttpRequest(effect, isServed ? undefined : document.baseURI);
  if (sent === null) return null;
  const { method, url, headers, body } = sent;
  return (
    <>
      <h3>Sent</h3>
      <Button
        size="small"
        icon={<CopyIcon />}
        title="For a shell such as bash; each secret is a variable to set, such as $API_KEY"
        onClick={() => void copyText(toCurl(sent))}
      >
        Copy as cURL
      </Button>{' '}
      {/* What a simulation answered was not sent. */}
      {!effect.simulated && <SendAgain call={effect.key} sent={sent} />}
      <StepValue label="sent" value={{ method, url, headers: Object.fromEntries(headers), body }} />
    </>
  );
}

/** Opens the run that a call of `core:workflow` has started. */
export function OpenInside({ child }: { readonly child: NonNullable<EffectView['child']> }): ReactNode {
  return (
    <Button size="small" icon={<WorkflowIcon />} title={child.file} onClick={() => void openRun(child.runId)}>
      Open the run inside
    </Button>
  );
}

const KINDS = { model: 'Model', tool: 'Tool', memory: 'Memory' } as const;

function Response({ effect }: { readonly effect: EffectView }): ReactNode {
  if (effect.error) return <ErrorNote error={effect.error} />;
  if (effect.endedAt === null) return <AnswerSoFar call={effect.key} none="In progress." />;
  return <StepValue label="response" value={effect.response} />;
}

/** The calls of one attempt of a step; null: of all. The key of a call has the number of its attempt after the step's. */
export function callsOfAttempt(
  { effects, taskId, activation }: Pick<ActivationView, 'effects' | 'taskId' | 'activation'>,
  attempt: number | null,
): readonly EffectView[] {
  if (attempt === null) return effects;
  const place = `/${taskId}/${activation}/`;
  return effects.filter(({ key }) => {
    const at = key.lastIndexOf(place);
    return at >= 0 && Number.parseInt(key.slice(at + place.length), 10) === attempt;
  });
}

/** How many warnings of one task are listed: the first ones. */
const MOST_WARNINGS = 20;

/** What a run warned of at the task of a step: a value that is missing, for one, is told here and nowhere else. Nothing without any. */
export function StepWarnings({ taskId, view }: Pick<ActivationView, 'taskId'> & { readonly view: RunView }): ReactNode {
  const own = useMemo(() => groupWarnings(view, taskId), [view, taskId]);
  if (own.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label="Warnings">
      {own.slice(0, MOST_WARNINGS).map(({ code, message, count }) => (
        <li key={`${code} ${message}`}>
          <code>{code}</code>
          {count > 1 && ` ×${count.toLocaleString('en')}`}
          <p>{shortText(message, 2_000)}</p>
        </li>
      ))}
      {own.length > MOST_WARNINGS && <li>{own.length - MOST_WARNINGS} more among the events</li>}
    </ul>
  );
}

/** Why the first item failed of a collection that calls for each by itself and continued: no step of its own says so. */
export function FailedCall({ step, view }: { readonly step: ActivationView; readonly view: RunView }): ReactNode {
  if (step.error !== null || step.effects.length === 0 || (step.progress?.failed ?? 0) === 0) return null;
  const failed = listItems(view, step, () => []).find(({ error }) => error !== null);
  if (failed?.error == null) return null;
  return (
    <>
      <p className={styles.place}>Item {failed.index + 1} failed first:</p>
      <ErrorNote error={failed.error} />
    </>
  );
}

/** What a run warned of, and how often. */
interface Warned {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** What a run warned of at one task, each once, in the order in which they first came: a loop warns of the same in each round. */
export function groupWarnings(view: Pick<RunView, 'warnings' | 'input' | 'tasks'>, taskId: string): readonly Warned[] {
  const found = new Map<string, Warned>();
  for (const warning of view.warnings) {
    if (warning.taskId !== taskId) continue;
    const { code } = warning;
    const message = tellWarning(warning, view);
    const key = `${code} ${message}`;
    found.set(key, { code, message, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

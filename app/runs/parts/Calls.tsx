import type { ReactNode } from 'react';
import type { EffectView } from '#engine/run';
import { copyText, useSession } from '../../session/index.ts';
import { openRun } from '../../session/run/index.ts';
import { CopyIcon, WorkflowIcon } from '../../ui/icons.ts';
import { Badge, Button, formatLength, lazyPart, SimulatedMark } from '../../ui/index.ts';
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

import { type ReactNode, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { explainNoSend, type SentAgain, sendAgain } from '../../session/servedRuns/index.ts';
import { SendIcon } from '../../ui/icons.ts';
import { Button, formatLength, formatMoment } from '../../ui/index.ts';
import { ErrorNote, StepValue } from './StepParts.tsx';
import styles from './step.module.css';
import type { HttpRequest } from './toHttpRequest.ts';

type Sending = 'no' | 'asked' | 'yes';

interface SendAgainProps {
  /** Key of the call. */
  readonly call: string;
  readonly sent: HttpRequest;
}

/** Sends a request of the record once more and shows what comes; asks first where that may change something. The run stays as it is. */
export function SendAgain({ call, sent }: SendAgainProps): ReactNode {
  const hint = useSession(explainNoSend);
  const [state, setState] = useState<Sending>('no');
  const [came, setCame] = useState<SentAgain | null>(null);
  const question = questionBeforeSending(sent);
  const send = (): void => {
    setState('yes');
    void sendAgain(call).then((answer) => {
      setState('no');
      if (answer !== null) setCame(answer);
    });
  };
  return (
    <>
      {state === 'asked' ? (
        <div className={styles.ask} role="group" aria-label="Send again?">
          <p>{question}</p>
          <Button size="small" variant="primary" onClick={send}>
            Send it
          </Button>
          <Button size="small" onClick={() => setState('no')}>
            Cancel
          </Button>
        </div>
      ) : (
        <Button
          size="small"
          icon={<SendIcon />}
          disabled={hint !== undefined || state === 'yes'}
          title={hint === undefined ? 'Sends this request once more; the run stays as it is' : undefined}
          onClick={() => (question === null ? send() : setState('asked'))}
        >
          {state === 'yes' ? 'Sending…' : 'Send again'}
        </Button>
      )}
      {hint !== undefined && <p className={styles.none}>{hint}</p>}
      {came !== null && (
        <section className={styles.again} aria-label="Answer to the request that was sent again" aria-live="polite">
          <h3>
            Sent again at {formatMoment(came.at, came.at)}, {formatLength(came.duration)}
          </h3>
          {came.error ? <ErrorNote error={came.error} /> : <StepValue label="answer" value={came.response} />}
        </section>
      )}
    </>
  );
}

/** Methods that change nothing, as HTTP has it. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** What a person is told before a request is sent again; null for one that changes nothing, which is sent at once. */
export function questionBeforeSending({ method, url }: Pick<HttpRequest, 'method' | 'url'>): string | null {
  if (SAFE.includes(method)) return null;
  return `${method} may change something at ${new URL(url).host}. It is sent as another request, with a new idempotency key.`;
}

import type { ReactNode } from 'react';
import { joinUrl } from '#engine/model';
import type { EffectView } from '#engine/run';
import { isJsonObject } from '#engine/values';
import { selectActivation } from '../../session/index.ts';
import { repeatCall } from '../../session/run/index.ts';
import { TriangleAlertIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import { timeOf, type UndecidedCall } from '../parts/repeats.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import own from './CutOffBar.module.css';

interface CutOffBarProps {
  readonly calls: readonly UndecidedCall[];
  readonly source: RunSource;
}

/** The calls of an interrupted run of which no one knows whether they arrived: what each does, when it was made and whom it asks. The person decides. */
export function CutOffBar({ calls, source }: CutOffBarProps): ReactNode {
  const decideAll = (again: boolean): void => {
    for (const { effect } of calls) void repeatCall(effect.key, again);
  };
  return (
    <section className={styles.bar} data-tone="warning" aria-label="Calls that were cut off">
      <div className={styles.line}>
        <TriangleAlertIcon aria-hidden />
        <p className={styles.words}>
          <strong>{calls.length === 1 ? 'A call was' : `${calls.length} calls were`} cut off.</strong> No one knows
          whether {calls.length === 1 ? 'it' : 'they'} arrived. Look there first: sent again,{' '}
          {calls.length === 1 ? 'it' : 'each'} may be done twice.
        </p>
        {calls.length > 1 && (
          <>
            <Button size="small" onClick={() => decideAll(true)}>
              Send all again
            </Button>
            <Button size="small" onClick={() => decideAll(false)}>
              Give up on all
            </Button>
          </>
        )}
      </div>
      <ul className={own.calls}>
        {calls.map(({ step, effect }) => {
          const name = source.nameOf(step.taskId);
          const target = describeTarget(effect);
          return (
            <li key={effect.key}>
              <Button variant="ghost" size="small" onClick={() => selectActivation(step.activation)}>
                {name}
              </Button>
              <code className={own.target} title={target}>
                {target}
              </code>
              <span className={own.time}>{`made at ${timeOf(effect.repeats?.at(-1)?.at ?? effect.startedAt)}`}</span>
              <Button
                size="small"
                variant="primary"
                aria-label={`Send the call of ${name} again`}
                onClick={() => void repeatCall(effect.key, true)}
              >
                Send again
              </Button>
              <Button
                size="small"
                aria-label={`Give up on the call of ${name}`}
                onClick={() => void repeatCall(effect.key, false)}
              >
                Give up on it
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What a call does and whom it asks. */
function describeTarget({ kind, name, request }: EffectView): string {
  const { use = name, input = null, config = null, provider, model } = isJsonObject(request) ? request : {};
  if (kind === 'model') return `${textOf(provider)} ${textOf(model)}`;
  if (!isJsonObject(input) || typeof input['url'] !== 'string') return textOf(use);
  const base = isJsonObject(config) ? textOf(config['base_url']) : '';
  return `${textOf(input['method']) || 'GET'} ${joinUrl(base, input['url'])}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

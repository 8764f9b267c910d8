import { type ReactNode, useDeferredValue } from 'react';
import type { ShownAnalysis } from '#engine';
import { activeAnalysis, port, session, useIsReadOnly, useSession } from '../../session/index.ts';
import { namedTools } from '../../session/workspace/index.ts';
import { CornerDownRightIcon } from '../../ui/icons.ts';
import { useLanguage } from '../fields/useInputFields.ts';
import { nameTarget } from '../handlers/targets.ts';
import { completionContext, languageService } from '../language/languageService.ts';
import { commitField } from '../parts/edit.ts';
import styles from './Offers.module.css';

export interface OffersProps {
  readonly analysis: ShownAnalysis;
  /** The task that could read them. */
  readonly id: string;
}

/** What the steps right before a task gave, to be put into its input by a click; nothing once it reads them. */
export function Offers(props: OffersProps): ReactNode {
  // A task of many routes has many sources to read: the form is there first.
  const isFormDrawn = useDeferredValue(true, false);
  return isFormDrawn && <OfferList {...props} />;
}

function OfferList({ analysis, id }: OffersProps): ReactNode {
  const language = useLanguage();
  const isReadOnly = useIsReadOnly() !== null;
  // What a run gave says what there is in it.
  useSession(({ run: { shown } }) => shown?.view.status);
  const own = language === null || language === 'missing' || isReadOnly ? null : activeAnalysis('own');
  if (own === null || language === null || language === 'missing') return null;
  const offers = language.listOffers(own, id, completionContext());
  if (offers.length === 0) return null;
  return (
    <ul className={styles.offers} aria-label="From the steps before">
      {offers.map(({ source, name, values: [main, ...parts] }) =>
        main === undefined ? null : (
          <li key={main.text} className={styles.offer}>
            <button type="button" className={styles.main} onClick={() => take(id, name, main.text)}>
              <CornerDownRightIcon aria-hidden />
              <span>
                {source === null ? `Use ${main.text}` : `Use the output of “${nameTarget(analysis, source)}”`}
              </span>
            </button>
            {parts.map(({ text, type }) => (
              <button
                key={text}
                type="button"
                className={styles.part}
                title={`${text}, ${type}`}
                aria-label={`Use ${text}`}
                onClick={() => take(id, nameOf(text), text)}
              >
                {nameOf(text)}
              </button>
            ))}
          </li>
        ),
      )}
    </ul>
  );
}

function nameOf(reference: string): string {
  return /([A-Za-z_]\w*)[^.\w]*$/.exec(reference)?.[1] ?? 'data';
}

/** Writes the value where the task asks for it, and leads there. */
function take(id: string, name: string, reference: string): void {
  const [language, analysis] = [languageService(), activeAnalysis('own')];
  if (language === null || analysis === null) return;
  const path = language.placeOfInput(analysis, id, { name, mcpTools: namedTools(session.getState()) });
  if (path !== null && commitField(path, `{{ ${reference} }}`)) port('inspector')?.reveal(path);
}

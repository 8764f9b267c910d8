import type { MouseEvent, ReactNode } from 'react';
import { CheckIcon, XIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import type { AnswerForm } from './useAnswerForm.ts';

interface YesOrNoButtonsProps {
  readonly form: AnswerForm;
  /** Instead of sending at once, where fields next to the buttons are looked at before. */
  readonly send?: (yes: boolean) => void;
  /** On a card, which has the arrow keys and one Tab stop for all of itself. */
  readonly onCard?: { readonly title: string; readonly className: string | undefined };
}

/** The two buttons of a yes or no. */
export function YesOrNoButtons({ form, send = form.send, onCard }: YesOrNoButtonsProps): ReactNode {
  const rest = (word: string) =>
    onCard === undefined ? {} : { tabIndex: -1, className: onCard.className, 'aria-label': `${word} ${onCard.title}` };
  const answer = (yes: boolean) => (event: MouseEvent) => {
    if (onCard !== undefined) event.stopPropagation();
    send(yes);
  };
  return (
    <>
      <Button
        size="small"
        variant="primary"
        icon={<CheckIcon />}
        isBusy={form.isSending}
        onClick={answer(true)}
        {...rest('Approve')}
      >
        Approve
      </Button>
      <Button size="small" icon={<XIcon />} disabled={form.isSending} onClick={answer(false)} {...rest('Decline')}>
        Decline
      </Button>
    </>
  );
}

import { CircleAlertIcon, TriangleAlertIcon } from '../../ui/icons.ts';
import { classes } from '../../ui/index.ts';
import type { CardProblems } from '../flow/toFlowNodes.ts';
import styles from './ProblemBadge.module.css';

/** Says that a task has problems: the worst by colour and shape, all of them in its title. */
export function ProblemBadge({ problems: { severity, messages } }: { readonly problems: CardProblems }) {
  const Icon = severity === 'error' ? CircleAlertIcon : TriangleAlertIcon;
  const noun = severity === 'error' ? 'problem' : 'warning';
  const label = `${messages.length} ${noun}${messages.length === 1 ? '' : 's'}`;
  return (
    <span
      className={classes(styles.badge, severity === 'error' && styles.error)}
      role="img"
      aria-label={label}
      title={messages.join('\n')}
    >
      <Icon aria-hidden />
      {messages.length > 1 && messages.length}
    </span>
  );
}

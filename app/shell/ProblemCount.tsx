import { openDrawer, useDiagnostics, useIsReading, useIsUnchecked } from '../session/index.ts';
import { CircleAlertIcon, CircleCheckIcon, HourglassIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button, countProblems, describeProblems } from '../ui/index.ts';
import styles from './ProblemCount.module.css';

/** How many problems the file has, in the colour of the worst; opens the list. */
export function ProblemCount() {
  const count = countProblems(useDiagnostics());
  const isReading = useIsReading() !== null;
  const isUnchecked = useIsUnchecked();
  const told = describeProblems(count);
  const isWaiting = isReading || (isUnchecked && told === '');
  const text = isWaiting ? 'Not checked yet' : told || 'No problems';
  const [tone, Icon] = isWaiting
    ? ([styles.none, HourglassIcon] as const)
    : count.errors > 0
      ? ([styles.error, CircleAlertIcon] as const)
      : count.warnings > 0
        ? ([styles.warning, TriangleAlertIcon] as const)
        : ([styles.none, CircleCheckIcon] as const);
  return (
    <Button
      variant="ghost"
      className={tone}
      icon={<Icon aria-hidden />}
      aria-label={text}
      onClick={() => openDrawer('problems')}
    >
      <span className={styles.text}>{text}</span>
    </Button>
  );
}

import { openDrawer, useDiagnostics, useIsReading, useSession } from '../session/index.ts';
import { CircleAlertIcon, CircleCheckIcon, HourglassIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './ProblemCount.module.css';

/** The worst severity of problems in the file and their count; opens the list. */
export function ProblemCount() {
  const diagnostics = useDiagnostics();
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const isReading = useIsReading() !== null;
  // Without an engine it stays so.
  const isUnchecked = useSession(({ document }) => document.activePath !== null && document.checked === null);
  const [tone, text, Icon] =
    errors > 0
      ? ([styles.error, count(errors, 'error'), CircleAlertIcon] as const)
      : warnings > 0
        ? ([styles.warning, count(warnings, 'warning'), TriangleAlertIcon] as const)
        : isReading || isUnchecked
          ? ([styles.none, 'Not checked yet', HourglassIcon] as const)
          : ([styles.none, 'No problems', CircleCheckIcon] as const);
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, EmptyState, Spinner } from '../ui/index.ts';
import styles from './CompareScreen.module.css';

/** Two texts to be compared. */
export interface TextsToCompare {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
}

/** Two texts on screen. */
export interface ShownDiff {
  /** Shows the change at an index, in the order of the text. */
  readonly show: (index: number) => void;
  readonly dispose: () => void;
}

/** Puts two texts with what differs into an element, once what draws them is loaded; tells how many changes there are. */
export type OpenDiff = (
  container: HTMLElement,
  texts: TextsToCompare & { readonly onChanges: (count: number) => void },
) => Promise<ShownDiff>;

export interface TextDiffProps extends TextsToCompare {
  readonly open: OpenDiff;
  readonly onChanges: (count: number) => void;
  /** Holds what is on screen, to go from change to change. */
  readonly shown: RefObject<ShownDiff | null>;
}

/** Two texts, and what differs; where what draws them does not load, that is said, and may be tried again. */
export function TextDiff(props: TextDiffProps): ReactNode {
  const [isFailed, setIsFailed] = useState(false);
  if (!isFailed) return <LoadedDiff {...props} onFailed={() => setIsFailed(true)} />;
  return (
    <div className={styles.texts}>
      <EmptyState
        title="The comparison did not load"
        actions={<Button onClick={() => setIsFailed(false)}>Try again</Button>}
      >
        Check the connection to the server that this page came from. Your text is not touched.
      </EmptyState>
    </div>
  );
}

function LoadedDiff(props: TextDiffProps & { readonly onFailed: () => void }): ReactNode {
  const { open, onChanges, onFailed, shown, before, after, beforeLabel, afterLabel } = props;
  const container = useRef<HTMLDivElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let isWanted = true;
    let diff: ShownDiff | null = null;
    open(element, { before, after, beforeLabel, afterLabel, onChanges }).then(
      (opened) => {
        if (!isWanted) return opened.dispose();
        diff = opened;
        shown.current = opened;
        setIsLoaded(true);
      },
      () => isWanted && fail(),
    );
    return () => {
      isWanted = false;
      shown.current = null;
      diff?.dispose();
    };
  }, [open, before, after, beforeLabel, afterLabel, onChanges, shown]);
  return (
    <div className={styles.texts}>
      {!isLoaded && <Spinner label="Loading the texts" />}
      <div ref={container} className={styles.editor} />
    </div>
  );
}

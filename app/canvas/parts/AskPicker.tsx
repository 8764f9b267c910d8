import { port, useShownAnalysis } from '../../session/index.ts';
import { Popover } from '../../ui/index.ts';
import { type Ask, setCanvasView, useCanvasView } from '../view.ts';
import { ConnectQuestion } from './ConnectQuestion.tsx';
import styles from './TaskPicker.module.css';

const TITLES = {
  connect: 'Connect to',
  replace: 'Replace with',
  group: 'Group into',
  move: 'Move to',
} as const satisfies Record<Ask['kind'], string>;

/** What has to be chosen before something is done to the selected tasks, asked beside them. */
export function AskPicker() {
  const ask = useCanvasView((view) => view.ask);
  const { analysis } = useShownAnalysis();
  if (!ask || !analysis) return null;
  return (
    <Popover
      label={TITLES[ask.kind]}
      className={styles.picker}
      at={ask.at}
      isOpen
      onOpenChange={(isOpen) => !isOpen && closeAsk()}
    >
      <ConnectQuestion analysis={analysis} source={ask.ids[0] ?? ''} onDone={closeAsk} />
    </Popover>
  );
}

/** Closes the question; the canvas has the keys again. */
function closeAsk(): void {
  setCanvasView({ ask: null });
  requestAnimationFrame(() => port('canvas')?.focus());
}

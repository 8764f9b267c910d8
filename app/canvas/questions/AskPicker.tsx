import { type Analysis, assertNever } from '#engine';
import { port, useAnalysis } from '../../session/index.ts';
import { Popover } from '../../ui/index.ts';
import { type Ask, setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { ConnectQuestion } from './ConnectQuestion.tsx';
import { GroupQuestion } from './GroupQuestion.tsx';
import { MoveQuestion } from './MoveQuestion.tsx';
import { ReplaceQuestion } from './ReplaceQuestion.tsx';
import styles from './TaskPicker.module.css';

const TITLES = {
  connect: 'Connect to',
  replace: 'Replace with',
  group: 'Group into',
  move: 'Move to',
} as const satisfies Record<Ask['kind'], string>;

/** What has to be chosen before something is done to the selected tasks, asked next to them. */
export function AskPicker() {
  const ask = useCanvasView((view) => view.ask);
  const analysis = useAnalysis('resolved');
  if (!ask || !analysis) return null;
  return (
    <Popover
      label={TITLES[ask.kind]}
      className={styles.picker}
      at={ask.at}
      isOpen
      onOpenChange={(isOpen) => !isOpen && closeAsk()}
    >
      <Question analysis={analysis} ask={ask} />
    </Popover>
  );
}

function Question({ analysis, ask: { kind, ids } }: { readonly analysis: Analysis; readonly ask: Ask }) {
  const about = { analysis, onDone: closeAsk };
  switch (kind) {
    case 'connect':
      return <ConnectQuestion {...about} source={ids[0] ?? ''} />;
    case 'replace':
      return <ReplaceQuestion {...about} id={ids[0] ?? ''} />;
    case 'group':
      return <GroupQuestion {...about} ids={ids} />;
    case 'move':
      return <MoveQuestion {...about} ids={ids} />;
    default:
      return assertNever(kind);
  }
}

/** Closes the question; the canvas has the keys again. */
function closeAsk(): void {
  setCanvasView({ ask: null });
  requestAnimationFrame(() => port('canvas')?.focus());
}

import { type ReactNode, useState } from 'react';
import { recordTest } from '../session/tests/index.ts';
import { Button, lazyPart } from '../ui/index.ts';

const AskDialog = lazyPart(() => import('./dataset/AskDialog.tsx').then((module) => module.AskDialog));

interface RecordPartProps {
  /** The test file, and the place of the test in it. */
  readonly path: string;
  readonly index: number;
  readonly name: string;
}

/** Has calls made for real that a test has no answer for, once a budget is given. */
export function RecordPart({ path, index, name }: RecordPartProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" aria-haspopup="dialog" disabled={isOn} onClick={() => setIsOpen(true)}>
        {isOn ? 'Recording…' : 'Record missing answers…'}
      </Button>
      {isOpen && (
        <AskDialog
          title={`Record missing answers: ${name}`}
          description="Calls that this test has no answer for are made for real, with your variables and secrets: one that sends or pays does so. The failure names only the first of them; its answer may lead to others. Their answers are written into the test, as one step to undo."
          action="Make the calls"
          usualCalls={10}
          onClose={() => setIsOpen(false)}
          onAsk={(bounds) => {
            setIsOn(true);
            void recordTest(path, index, bounds).finally(() => setIsOn(false));
          }}
        />
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import { useSession } from '../session/index.ts';
import { type ListedTest, playTest } from '../session/tests/index.ts';
import { PlayIcon } from '../ui/icons.ts';
import { IconButton } from '../ui/index.ts';

export interface PlayButtonProps {
  /** The test file. */
  readonly path: string;
  readonly test: Pick<ListedTest, 'name' | 'index'>;
  readonly canRun: boolean;
}

/** Plays one test. */
export function PlayButton({ path, test: { name, index }, canRun }: PlayButtonProps): ReactNode {
  const isPlaying = useSession((state) => state.run.testing !== null);
  return (
    <IconButton
      size="small"
      label={`Run the test “${name}”`}
      icon={<PlayIcon />}
      disabled={!canRun}
      // Not `disabled`, which would take the focus away.
      aria-disabled={isPlaying || undefined}
      onClick={() => void playTest(path, index)}
    />
  );
}

import { useMemo } from 'react';
import type { Json } from '#engine/values';
import { useSession } from '../../session/index.ts';
import {
  breakpointAt,
  describeBreakpoint,
  isEditedSinceRun,
  paintOf,
  pinOf,
  shownView,
} from '../../session/run/index.ts';
import { useTelling } from './useCardState.ts';

/** Marks of a card for runs, besides its status. */
export interface RunMarks {
  readonly hasBreakpoint: boolean;
  /** When the breakpoint pauses; null: always. */
  readonly condition: string | null;
  /** What the breakpoint does when it is met, in words. */
  readonly breakpointWords: string;
  /** Whether it is there and does nothing. */
  readonly isMuted: boolean;
  /** Whether it writes a text in place of pausing. */
  readonly logs: boolean;
  /** Where another answer takes the place of its own, now or in the next run: a word, and what it means. */
  readonly unreal: { readonly word: string; readonly meaning: string } | null;
  /** Whether its text is another one than in the run on screen, so that it shows nothing of that. */
  readonly isStale: boolean;
  /** Whether the paused run starts this task next. */
  readonly isNext: boolean;
  /** Why it failed, where the run is paused for that. */
  readonly failed: string | null;
  /** What was passed to the next task. */
  readonly passed: Json | undefined;
}

const MEANINGS = {
  pinned: { word: 'Pinned', meaning: 'Pinned: it did not run, and answered with an output that was kept' },
  mocked: { word: 'Mocked', meaning: 'Mocked: it did not run, and answered with an output that was made up' },
  reused: { word: 'Reused', meaning: 'Reused: it did not run, its result is that of an earlier run' },
  edited: { word: 'Edited', meaning: 'Edited: a person changed its input or output in this run' },
  hurried: { word: 'Hurried', meaning: 'Hurried: a person skipped its wait, or let time pass at once' },
  willBePinned: { word: 'Pinned', meaning: 'Pinned: in every run it answers with the output that was kept' },
  willBeMocked: { word: 'Mocked', meaning: 'Mocked: in every run it answers with the output that was made up' },
} as const;

/** Breakpoint, pin and pause of one task. Only this card is drawn again when they change. */
export function useRunMarks(taskId: string): RunMarks {
  const place = useMemo(() => ({ task: taskId }), [taskId]);
  const breakpoint = useSession((state) => breakpointAt(state, place));
  const areMuted = useSession((state) => state.run.areMuted);
  const unreal = useSession((state): keyof typeof MEANINGS | null => {
    const activation = paintOf(state, taskId);
    if (activation?.isEdited) return 'edited';
    if (activation?.isHurried) return 'hurried';
    if (activation?.pinned != null) return activation.pinned;
    if (activation?.simulated) return null;
    const pin = pinOf(state, taskId);
    return pin === undefined ? null : pin.kind === 'mocked' ? 'willBeMocked' : 'willBePinned';
  });
  const isStale = useSession((state) => isEditedSinceRun(state, taskId));
  const next = useSession((state) => {
    const paused = shownView(state)?.paused?.next;
    return paused?.taskId === taskId ? paused : null;
  });
  const failed = useSession((state) => {
    const held = shownView(state)?.paused?.failed;
    return held?.taskId === taskId ? held.error : null;
  });
  const tell = useTelling(failed);
  return {
    hasBreakpoint: breakpoint !== undefined,
    condition: breakpoint?.condition ?? null,
    breakpointWords: breakpoint === undefined ? '' : describeBreakpoint(breakpoint),
    isMuted: areMuted || breakpoint?.isMuted === true,
    logs: breakpoint?.log !== undefined,
    unreal: unreal === null ? null : MEANINGS[unreal],
    isStale,
    // What failed comes first.
    isNext: next !== null && failed === null,
    failed: failed === null ? null : tell(failed),
    passed: next?.passed,
  };
}

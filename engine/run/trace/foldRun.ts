import { SharedMap } from '../../base/index.ts';
import type { RunEvent } from './RunEvent.ts';
import type { RunView } from './RunView.ts';
import { ViewDraft } from './ViewDraft.ts';

/** The view of a run that has not begun: `runId` is null. */
export const EMPTY_VIEW: RunView = {
  runId: null,
  status: 'running',
  simulate: false,
  startedAt: null,
  endedAt: null,
  input: null,
  output: null,
  error: null,
  tasks: new SharedMap(),
  activations: new SharedMap(),
  edges: new SharedMap(),
  warnings: [],
  eventCount: 0,
  paused: null,
  idle: [],
};

/**
 * Adds events to a view and gives a new view; the old one stays as it was. The same events in any batches give the
 * same view. Events of activations that never began are ignored. The cost is that of
 * the events, not of the view: the new view shares all that they do not change with the old one.
 */
export function foldRun(view: RunView, events: readonly RunEvent[]): RunView {
  if (events.length === 0) return view;
  const draft = new ViewDraft(view);
  for (const event of events) draft.add(event);
  return draft.finish();
}

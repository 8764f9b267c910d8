import type { CDPSession, Page } from 'playwright';

/** What the browser writes down of one stretch of work, as far as it is read here. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU that the thread used for it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What each task of a thread is written down as. */
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * The task of the page's main thread that took most CPU while something was done, in ms. Unlike the clock, that is the
 * same on a machine with other work: what a thread waits for a core is not in it.
 */
export async function traceLongestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const traceConfig = { includedCategories: ['toplevel', 'devtools.timeline'] };
  await session.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig });
  await work();
  const complete = new Promise<string>((resolve) =>
    session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? '')),
  );
  await session.send('Tracing.end');
  const { traceEvents } = JSON.parse(await readStream(session, await complete)) as { traceEvents: TraceEvent[] };
  await session.detach();
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isOfPage = ({ pid, tid }: TraceEvent): boolean => mains.some((main) => main.pid === pid && main.tid === tid);
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.name === TASK && isOfPage(event));
  if (tasks.length === 0)
    throw new Error(
      'The trace of the browser has no tasks: look up their current name and update bench/traceTasks.ts.',
    );
  return Math.max(...tasks.map(({ tdur }) => (tdur ?? 0) / 1000));
}

async function readStream(session: CDPSession, handle: string): Promise<string> {
  const parts: string[] = [];
  for (;;) {
    const { data, eof } = await session.send('IO.read', { handle, size: 1 << 20 });
    parts.push(data);
    if (eof) return parts.join('');
  }
}

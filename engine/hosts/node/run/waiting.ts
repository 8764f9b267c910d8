/** Waits some ms of real time. */
export function startSleep(ms: number): { readonly over: Promise<void>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, stop: () => clearTimeout(timer) };
}

/** Lets callbacks run that are ready. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import { useEffect, useState } from 'react';

/** The time in ms since the epoch, counting on while something on screen changes with it. */
export function useNow(isTicking: boolean, interval = 250): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [isTicking, interval]);
  return now;
}

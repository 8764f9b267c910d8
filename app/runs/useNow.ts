import { useEffect, useState } from 'react';

/** The clock in ms since the epoch, read ten times a second while `isTicking`, and once when that changes. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => {
      clearInterval(timer);
      setNow(Date.now());
    };
  }, [isTicking]);
  return now;
}

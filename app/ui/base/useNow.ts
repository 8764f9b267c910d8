import { useEffect, useState } from 'react';

/**
 * The clock in ms since the epoch, read every `interval` ms while `isTicking`, and once more when that ends.
 * @param interval in ms
 */
export function useNow(isTicking: boolean, interval = 100): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => {
      clearInterval(timer);
      setNow(Date.now());
    };
  }, [isTicking, interval]);
  return now;
}

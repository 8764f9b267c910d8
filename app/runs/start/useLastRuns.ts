import { useEffect, useState } from 'react';
import { readEnded, readServedEnded } from '../../session/history/index.ts';
import { type Forecast, forecast } from './ForecastPart.tsx';

/** How long a form waits for what the last runs took, in ms. What comes later would move its buttons under the pointer. */
const PATIENCE = 250;

/** What the last runs of a file took. */
export interface LastRuns {
  /** Null: none has ended; undefined: that is not known, or not yet. */
  readonly found: Forecast | null | undefined;
  /** Whether it is read, for a short time. */
  readonly isAwaited: boolean;
}

/** Reads what the last runs of a file took. @param address of the server they were on; null: this browser */
export function useLastRuns(path: string, address: string | null): LastRuns {
  const place = JSON.stringify([path, address]);
  const [read, setRead] = useState<LastRuns & { readonly place: string }>();
  useEffect(() => {
    let isWanted = true;
    const take = (found: LastRuns['found']): void => {
      if (isWanted) setRead({ place, found, isAwaited: false });
    };
    const timer = setTimeout(take, PATIENCE, undefined);
    const reading = address === null ? readEnded(path) : readServedEnded(address, path);
    void reading.then((rows) => take(rows === null ? undefined : forecast(rows))).finally(() => clearTimeout(timer));
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [path, address, place]);
  return read?.place === place ? read : { found: undefined, isAwaited: true };
}

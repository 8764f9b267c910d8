/**
 * Whether the person asked the browser to save data, on a page as in a worker. Browsers without `NetworkInformation` do not
 * tell: false there.
 */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

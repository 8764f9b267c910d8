/** How many files the menu of the open file lists. */
const MOST = 12;

/** The files that the menu lists: the first dozen, and the open one, which may be the newest of many. */
export function filesOfMenu(files: Iterable<string>, open: string | null): readonly string[] {
  return [...files].filter((file, index) => index < MOST || file === open);
}

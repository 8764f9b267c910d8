/** The part of the page's address that names a place, and the browser's history of it. */
export interface AddressBar {
  /** What is in the address from `#` on; empty where nothing does. */
  read(): string;
  /** Writes that; `isNew` adds a step to what *Back* goes through. */
  write(hash: string, isNew: boolean): void;
  /** Calls back when a person went back, forward, or wrote an address by hand. Answers with a function that stops that. */
  onGo(listener: () => void): () => void;
  /** The whole address with this part. */
  whole(hash: string): string;
}

/** The address bar of the browser. */
export function createAddressBar(): AddressBar {
  return {
    read: () => location.hash,
    write(hash, isNew) {
      try {
        if (isNew) history.pushState(null, '', hash);
        else history.replaceState(null, '', hash);
      } catch {
        // Browsers refuse too many changes in a short time: the next one tells the place.
      }
    },
    onGo(listener) {
      addEventListener('popstate', listener);
      return () => removeEventListener('popstate', listener);
    },
    whole: (hash) => new URL(hash, location.href).href,
  };
}

/** Names the folder that `signalbox open` serves together with this page; empty elsewhere. */
export function servedId(): string {
  return globalThis.document?.querySelector<HTMLMetaElement>('meta[name="signalbox-folder"]')?.content ?? '';
}

/** The name under which something of the workspace is kept: a folder that is served has its own, also at the port of another. */
export function keptAs(name: string): string {
  const id = servedId();
  return id === '' ? name : `${name}-${id}`;
}

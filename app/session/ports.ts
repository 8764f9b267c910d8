import type { CanvasPort, InspectorPort, SourcePort } from './State.ts';

interface Ports {
  readonly canvas: CanvasPort;
  readonly source: SourcePort;
  readonly inspector: InspectorPort;
}

const ports: { -readonly [Name in keyof Ports]?: Ports[Name] } = {};
const waiting = new Map<keyof Ports, () => void>();

/** Lends a pane's abilities to actions started elsewhere. Answers with a function that takes them back. */
export function registerPort<Name extends keyof Ports>(name: Name, port: Ports[Name]): () => void {
  Object.assign(ports, { [name]: port });
  const run = waiting.get(name);
  waiting.delete(name);
  run?.();
  return () => {
    if (ports[name] === port) delete ports[name];
  };
}

/** The abilities of a pane; undefined while it is not on screen. */
export function port<Name extends keyof Ports>(name: Name): Ports[Name] | undefined {
  return ports[name];
}

/** Does something with a pane now, or once it is on screen (a pane still loading). A later wish replaces an earlier one. */
export function withPort<Name extends keyof Ports>(name: Name, use: (port: Ports[Name]) => void): void {
  const now = ports[name];
  if (now) {
    use(now);
    return;
  }
  waiting.set(name, () => {
    const port = ports[name];
    if (port) use(port);
  });
}

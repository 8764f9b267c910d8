import { cloneElement, type HTMLAttributes, isValidElement, type ReactElement, type ReactNode, type Ref } from 'react';

/** What may be added to an element from outside: its ref, event handlers, attributes. */
export type OuterProps<Target extends HTMLElement> = HTMLAttributes<Target> & {
  readonly ref?: Ref<Target>;
  readonly [data: `data-${string}`]: string | undefined;
};

/**
 * An element with more props. Where both handle an event, its own handler runs first and may prevent the outer one; of
 * other props the outer one counts. Its own ref is kept next to the outer one.
 */
export function withProps<Target extends HTMLElement>(element: ReactNode, outer: OuterProps<Target>): ReactElement {
  if (!isValidElement<Record<string, unknown>>(element))
    throw new TypeError('A trigger is one element that takes a ref.');
  const merged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(outer)) {
    const own = element.props[name];
    if (value === undefined) continue;
    if (name === 'ref') merged[name] = joinRefs(own, value);
    else if (isHandler(own) && isHandler(value)) merged[name] = inTurn(own, value);
    else merged[name] = value;
  }
  return cloneElement(element, merged);
}

type EventHandler = (event: Event) => void;

function isHandler(value: unknown): value is EventHandler {
  return typeof value === 'function';
}

function inTurn(own: EventHandler, outer: EventHandler): EventHandler {
  return (event) => {
    own(event);
    if (!event.defaultPrevented) outer(event);
  };
}

function joinRefs(own: unknown, outer: unknown): unknown {
  if (own === undefined || own === null) return outer;
  return (target: unknown) => {
    for (const ref of [own, outer]) {
      if (typeof ref === 'function') ref(target);
      else if (typeof ref === 'object' && ref !== null) Reflect.set(ref, 'current', target);
    }
  };
}

import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far from what is in view a part counts as near: it is drawn before it is scrolled to. */
const NEAR = '600px';

/** Tells each observed part, once, that it has come near. One observer serves all: a long text has thousands of parts. */
const waiting = new Map<Element, () => void>();
let shared: IntersectionObserver | null = null;

function observer(): IntersectionObserver {
  shared ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: NEAR, scrollMargin: NEAR },
  );
  return shared;
}

/** Whether a part of the page has come near to what is in view; it stays so. The part is the element that gets the reference. */
export function useNear(): readonly [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const part = ref.current;
    if (part === null || isNear) return undefined;
    waiting.set(part, () => setIsNear(true));
    observer().observe(part);
    return () => {
      waiting.delete(part);
      observer().unobserve(part);
    };
  }, [isNear]);
  return [ref, isNear];
}

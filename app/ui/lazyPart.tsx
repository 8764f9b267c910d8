import { type ComponentType, createElement, Suspense, use } from 'react';

/** How long a failure to load is shown before the part may be asked for again, in ms. */
const RETRY_AFTER = 500;

/**
 * A part that is loaded when it is first shown; until then nothing stands in its place. A part that cannot be loaded
 * fails as if it had thrown, and is loaded again when its boundary tries again.
 * @param load answers with the component
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;

  function wait(): Promise<ComponentType<Props>> {
    loading ??= load().then(
      (loaded) => {
        part = loaded;
        return loaded;
      },
      (cause: unknown) => {
        setTimeout(() => {
          loading = null;
        }, RETRY_AFTER);
        throw new Error('It could not be loaded. Check the connection to the server that this page came from.', {
          cause,
        });
      },
    );
    return loading;
  }

  function Part(props: Props) {
    return createElement(part ?? use(wait()), props);
  }

  return function LazyPart(props: Props) {
    return <Suspense fallback={null}>{createElement(Part, props)}</Suspense>;
  };
}

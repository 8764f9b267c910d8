import { type ComponentType, createElement, Suspense, use } from 'react';
import { lazyModule } from '../lazyModule.ts';

/**
 * A part that is loaded when it is first shown, or ahead; until then `Meanwhile`, or nothing, is shown in its place. A part that cannot be
 * loaded fails as if it had thrown, and is loaded again when its boundary tries again.
 * @param load answers with the component
 * @param options `isPart: false`: it works without the actions
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
  { isPart = true } = {},
): ComponentType<Props> {
  const module = lazyModule(load, { isPart });

  function Part(props: Props) {
    return createElement(module.loaded() ?? use(module.load()), props);
  }

  return function LazyPart(props: Props) {
    return <Suspense fallback={Meanwhile && createElement(Meanwhile, props)}>{createElement(Part, props)}</Suspense>;
  };
}

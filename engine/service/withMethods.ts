/** An object with some of its methods replaced: those of a class cannot be copied from its objects. */
export function withMethods<T extends object>(whole: T, own: Partial<T>): T {
  return new Proxy(whole, {
    get: (target, key): unknown => {
      const value: unknown = Reflect.get(Object.hasOwn(own, key) ? own : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

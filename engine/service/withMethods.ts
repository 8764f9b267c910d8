/** What is there, with some of its methods replaced: an object of a class has its own, which cannot be copied from it. */
export function withMethods<T extends object>(whole: T, own: Partial<T>): T {
  return new Proxy(whole, {
    get: (target, key): unknown => {
      const value: unknown = Reflect.get(Object.hasOwn(own, key) ? own : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

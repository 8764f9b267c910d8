/** A page of the documentation as text: the bundler puts it in. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}

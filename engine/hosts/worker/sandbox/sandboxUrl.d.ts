/** A module with all it imports, bundled into one `data:` URL by tools/sandboxUrl.mjs. */
declare module '*?sandbox' {
  const url: string;
  export default url;
}

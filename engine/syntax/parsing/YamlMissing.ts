/** A text needs the YAML library, or what resolves imports, which is still to be loaded: load it, then repeat the whole operation. */
export class YamlMissing extends Error {
  override readonly name = 'YamlMissing';
  override readonly message =
    'This text cannot be read yet, since a part of the app is not loaded. Check the connection, then try again.';
}

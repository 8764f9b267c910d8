/**
 * Writes a file of the disk whole or not at all; where the page has no leave yet the user is asked, so only while they press something.
 * Rejects with the error of the browser; what was there stays as it was.
 */
export async function writeWhole(handle: FileSystemFileHandle, text: string): Promise<void> {
  const stream = await handle.createWritable();
  try {
    await stream.write(text);
  } catch (error) {
    await stream.abort().catch(() => undefined);
    throw error;
  }
  await stream.close();
}

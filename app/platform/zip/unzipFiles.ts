import { readZip, ZipError } from './readZip.ts';

/** What belongs to no workflow: what systems add, and what is hidden. */
const ADDED = /(^|\/)(\.|__MACOSX\/)/;

const WORKFLOW = /\.(ya?ml|json)$/;

/**
 * The files of an archive, named by their paths; none where it is refused, and then why. Of one that Signalbox made, all;
 * of another one, those that may be workflows, and how many others there are.
 */
export async function unzipFiles(
  archive: File,
  mostOfOne: number,
): Promise<{ readonly files: readonly File[]; readonly refused: readonly string[] }> {
  try {
    const { files, isBundle } = await readZip(archive, mostOfOne);
    const wanted = [...files].filter(([path]) => isBundle || (WORKFLOW.test(path) && !ADDED.test(path)));
    if (wanted.length === 0)
      return { files: [], refused: [`${archive.name} was not opened: there is no workflow in it.`] };
    return { files: wanted.map(([path, bytes]) => new File([bytes], path)), refused: [] };
  } catch (error) {
    const why = error instanceof ZipError ? error.message : 'the browser could not read it.';
    return { files: [], refused: [`${archive.name} was not opened: ${why}`] };
  }
}

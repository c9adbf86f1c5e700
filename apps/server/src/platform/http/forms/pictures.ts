/** Pictures people send: judged by their bytes, and made anew so that nothing but the picture is left of them. */
import { Failure } from '@mi-portal/contract/failure'

/** A picture as it is kept: always JPEG, upright, without metadata. */
export type Picture = { readonly bytes: Buffer; readonly mediaType: 'image/jpeg' }

// More pixels than any camera of a phone makes; a small file may unpack to gigabytes.
export const pixelCap = 25_000_000
const longestSide = 1600

const extensions: Record<string, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
}

/** The libraries are large, and most servers never see a picture: they come with the first one. */
export async function libraries() {
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ])
  // One picture at a time: what the libraries do in the background must not starve the answers.
  sharp.concurrency(1)
  sharp.cache(false)
  return { fileTypeFromBuffer, sharp }
}

/**
 * Checks that the first bytes, the declared type and the extension agree on PNG or JPEG, then makes the picture anew.
 * Throws `Failure('wrongFileType')` for anything else, damaged or oversized pictures included.
 */
export async function makePicture(file: {
  bytes: Buffer
  declared: string
  name: string
  param: string
}): Promise<Picture> {
  const refused = () =>
    new Failure('wrongFileType', { msg: 'Selecciona formato png o jpg', param: file.param })
  const { fileTypeFromBuffer, sharp } = await libraries()
  const found = await fileTypeFromBuffer(file.bytes)
  const extension = file.name.toLowerCase().split('.').pop() ?? ''
  if (!found || found.mime !== file.declared || !extensions[found.mime]?.includes(extension)) throw refused()
  try {
    const bytes = await sharp(file.bytes, { failOn: 'error', limitInputPixels: pixelCap })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer()
    return { bytes, mediaType: 'image/jpeg' }
  } catch (cause) {
    throw new Failure('wrongFileType', { msg: 'Selecciona formato png o jpg', param: file.param, cause })
  }
}

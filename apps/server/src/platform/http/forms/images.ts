/** Uploaded images. Their header is checked first; then they are encoded again, which removes metadata and hidden content. */
import { ApiError } from '@mi-portal/contract/api-error'

/** An image as it is stored: always JPEG, upright, without metadata. */
type DecodedImage = { readonly bytes: Buffer; readonly mediaType: 'image/jpeg' }

/**
 * An image that was uploaded with a form. Its header is checked. Its pixels are read only by `decode`, after the caller was
 * authorized and the other fields were found valid.
 */
export type ReceivedImage = {
  /** Encodes the image again. Throws `ApiError('wrongFileType')` for a damaged image, and 503 if too many images wait. */
  readonly decode: () => Promise<DecodedImage>
}

/** More pixels than a phone's camera puts into 500 KB. Without a limit a small file could decompress to gigabytes. */
const maxPixels = 16_000_000
/** An interlaced or 16-bit PNG needs several times the memory and time of a plain one. */
const costlyPixelLimit = 4_000_000
const longestSide = 1600
const mostWaiting = 8

const extensions: Record<string, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
}

/** Loads the image libraries with the first image: they are large, and most servers never receive an image. */
export async function libraries() {
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ])
  // One thread for each image, so that the libraries do not take the processor from the requests.
  sharp.concurrency(1)
  sharp.cache(false)
  return { fileTypeFromBuffer, sharp }
}

let lastDecoding: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Runs one decoding after the other, because each may take a second of a thread that passwords and files need as well.
 * Throws 503 if eight decodings are queued already.
 */
async function decodeInTurn<T>(decode: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) throw new ApiError('unavailable')
  waiting += 1
  const result = lastDecoding.then(decode)
  lastDecoding = result.catch(() => {})
  return result.finally(() => {
    waiting -= 1
  })
}

type File = {
  readonly bytes: Buffer
  readonly declared: string
  readonly name: string
  readonly param: string
}

const wrongType = 'Selecciona formato png o jpg'
const tooManyPixels = 'La imagen es demasiado grande: elige una de hasta 16 megapíxeles'

/**
 * Checks that the first bytes, the declared type and the extension agree on PNG or JPEG, and that the header announces no
 * more pixels than allowed. Throws `ApiError('wrongFileType')` for anything else.
 */
export async function receiveImage(file: File): Promise<ReceivedImage> {
  const rejected = (msg: string, cause?: unknown) =>
    new ApiError('wrongFileType', { msg, param: file.param, cause })
  const { fileTypeFromBuffer, sharp } = await libraries()
  const found = await fileTypeFromBuffer(file.bytes)
  const extension = file.name.toLowerCase().split('.').pop() ?? ''
  if (!found || found.mime !== file.declared || !extensions[found.mime]?.includes(extension))
    throw rejected(wrongType)
  const header = await sharp(file.bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw rejected(wrongType, cause)
    })
  const isCostly = header.format === 'png' && (header.isProgressive || header.depth === 'ushort')
  if (header.width * header.height > (isCostly ? costlyPixelLimit : maxPixels)) throw rejected(tooManyPixels)
  const decode = async (): Promise<DecodedImage> => {
    try {
      const bytes = await sharp(file.bytes, { failOn: 'error', limitInputPixels: maxPixels })
        .rotate()
        .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 85 })
        .toBuffer()
      return { bytes, mediaType: 'image/jpeg' }
    } catch (cause) {
      throw rejected(wrongType, cause)
    }
  }
  return { decode: () => decodeInTurn(decode) }
}

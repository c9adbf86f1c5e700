/** Uploaded images. Their header is checked first; then they are encoded again, which removes metadata and hidden content. */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { heicAdvice } from '@mi-portal/contract/values/upload'
import type { Metadata } from 'sharp'
import { createQueue } from '../../threads/queue.ts'

/** An image as it is stored: always JPEG, upright, without metadata. */
type DecodedImage = { readonly bytes: Buffer; readonly mediaType: 'image/jpeg' }

/** Its header is checked. Its pixels are read only by `decode`, once the caller was authorized and the form is valid. */
export type ReceivedImage = {
  readonly decode: () => Promise<DecodedImage>
}

/** More pixels than a phone's camera puts into 500 KB. Without a limit a small file could decompress to gigabytes. */
const maxPixels = 16_000_000
/** An interlaced or 16-bit PNG needs several times the memory and time of a plain one. */
const costlyPixelLimit = 4_000_000
const longestSide = 1600

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

/** Images are decoded one after the other, because each may take a second of a thread that passwords and files need as well. */
export const decodeInTurn = createQueue(8)

type File = { readonly bytes: Buffer; readonly param: string }

const wrongType = 'Selecciona formato png o jpg'

/** The type of the photos of iPhones, which browsers and most systems of clinics do not show. */
export const isHeic = (mime: string | undefined) => mime?.startsWith('image/hei') === true

export function rejectManyPixels(header: Metadata, mostPixels: number, param: string): void {
  const isCostly = header.format === 'png' && (header.isProgressive || header.depth === 'ushort')
  if (header.width * header.height <= (isCostly ? costlyPixelLimit : mostPixels)) return
  const msg = `La imagen es demasiado grande: elige una de hasta ${mostPixels / 1_000_000} megapíxeles`
  throw new ApiError('wrongFileType', { msg, param })
}

export async function receiveImage(file: File): Promise<ReceivedImage> {
  const rejected = (msg: string, cause?: unknown) =>
    new ApiError('wrongFileType', { msg, param: file.param, cause })
  const { fileTypeFromBuffer, sharp } = await libraries()
  const found = await fileTypeFromBuffer(file.bytes)
  if (isHeic(found?.mime)) throw rejected(heicAdvice)
  if (found?.mime !== 'image/png' && found?.mime !== 'image/jpeg') throw rejected(wrongType)
  const header = await sharp(file.bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw rejected(wrongType, cause)
    })
  rejectManyPixels(header, maxPixels, file.param)
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

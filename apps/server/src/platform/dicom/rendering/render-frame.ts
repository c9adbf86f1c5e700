import { DamagedFileError, readFrame, transferSyntaxes } from '../image-file.ts'
import type { Decoder } from './decoder.ts'
import { UnshowableImageError } from './display.ts'
import { type FramePixels, framePixels } from './frame-pixels.ts'

export type WantedFrame = {
  readonly frame: number
  readonly window: { readonly center: number; readonly width: number } | null
  readonly size: number | null
}

/** The largest image in pixels. Larger than any of a device for patients; slides of pathology have more. */
const mostPixels = 64_000_000

/** Visible traces of compression would be mistaken for findings. */
const jpegQuality = 92

/** JPEG's marker APP14 of Adobe, which says that the samples are red, green and blue. */
const rgbMarker = Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0])

/** Returns a JPEG image that says how its colours are stored, as the file around it does. Readers assume YCbCr otherwise. */
function withColourSpace({ bytes, photometric }: FramePixels): Buffer {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (photometric !== 'RGB' || jpeg.includes('Adobe')) return jpeg
  return Buffer.concat([jpeg.subarray(0, 2), rgbMarker, jpeg.subarray(2)])
}

async function decodeJpeg(pixels: FramePixels): Promise<FramePixels> {
  const { default: sharp } = await import('sharp')
  const isGrey = pixels.samples === 1
  const options = { limitInputPixels: mostPixels, failOn: 'truncated' } as const
  const { data, info } = await sharp(withColourSpace(pixels), options)
    .toColourspace(isGrey ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      // The library reads JPEG of 8 bits only.
      throw new UnshowableImageError(`a JPEG image that cannot be read: ${String(error)}`, {
        isDamaged: pixels.bitsStored <= 8,
      })
    })
  if (info.width !== pixels.columns || info.height !== pixels.rows || info.channels !== pixels.samples)
    throw new UnshowableImageError('compressed pixels of another size', { isDamaged: true })
  return {
    ...pixels,
    transferSyntax: transferSyntaxes.explicit,
    bytes: data,
    photometric: isGrey ? pixels.photometric : 'RGB',
    isPlanar: false,
    bitsAllocated: 8,
    bitsStored: Math.min(8, pixels.bitsStored),
    highBit: Math.min(8, pixels.bitsStored) - 1,
  }
}

const isJpeg = ({ transferSyntax }: FramePixels) =>
  transferSyntax === transferSyntaxes.jpegBaseline || transferSyntax === transferSyntaxes.jpegExtended

/**
 * Returns a frame as JPEG.
 *
 * @throws {UnshowableImageError} if its transfer syntax or its kind of pixels cannot be shown
 * @throws {DamagedFileError} if it is damaged
 */
export async function renderFrame(
  file: AsyncIterable<Uint8Array>,
  { frame, window, size }: WantedFrame,
  decoder: Decoder,
): Promise<Buffer> {
  const { elements, bytes } = await readFrame(file, frame)
  if (elements.rows * elements.columns > mostPixels) throw new UnshowableImageError('too many pixels')
  const stored = framePixels(elements, frame, bytes)
  const image = await decoder.decode(isJpeg(stored) ? await decodeJpeg(stored) : stored, window)
  const { width, height, channels, data } = image
  const { default: sharp } = await import('sharp')
  const raw = sharp(data, { raw: { width, height, channels } })
  const fitted =
    size === null ? raw : raw.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
  return fitted
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

export function findUnshowableReason(
  error: unknown,
): { readonly unshowable: 'damaged' | 'unsupported'; readonly message: string } | null {
  if (error instanceof DamagedFileError) return { unshowable: 'damaged', message: error.message }
  if (!(error instanceof UnshowableImageError)) return null
  return { unshowable: error.isDamaged ? 'damaged' : 'unsupported', message: error.message }
}

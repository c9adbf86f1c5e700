import type { WasmDecoder } from '@cornerstonejs/codec-openjpeg/decodewasmjs'
import { transferSyntaxes as syntaxes } from '../image-file.ts'
import { type DecodedPixels, UnshowableImageError } from './display.ts'
import type { FramePixels } from './frame-pixels.ts'

export type Decoded = {
  readonly samples: DecodedPixels
  readonly photometric: string
  readonly isPlanar: boolean
}

/** Keeps a decoder from writing to the console. Each image has a decoder of its own, because one that failed may not work any more. */
const quiet = () => ({ print: () => undefined, printErr: () => undefined })

function readSamples(bytes: Uint8Array, bitsAllocated: number): DecodedPixels {
  if (bitsAllocated === 8) return bytes
  if (bitsAllocated !== 16) throw new UnshowableImageError(`${bitsAllocated} bits for each sample`)
  const copy = new Uint8Array(bytes.length - (bytes.length % 2))
  copy.set(bytes.subarray(0, copy.length))
  return new Uint16Array(copy.buffer)
}

function assertSize(pixels: FramePixels, info: ReturnType<WasmDecoder['getFrameInfo']>): void {
  const { columns, rows, samples } = pixels
  if (info.width !== columns || info.height !== rows || info.componentCount !== samples)
    throw new UnshowableImageError('compressed pixels of another size', { isDamaged: true })
}

function decodeWith(decoder: WasmDecoder, pixels: FramePixels): DecodedPixels {
  decoder.getEncodedBuffer(pixels.bytes.length).set(pixels.bytes)
  decoder.decode()
  const info = decoder.getFrameInfo()
  assertSize(pixels, info)
  // The decoded bytes are in the memory of the decoder, which its end frees.
  const bytes = Uint8Array.from(decoder.getDecodedBuffer())
  return readSamples(bytes, info.bitsPerSample > 8 ? 16 : 8)
}

async function decodeJpeg2000(pixels: FramePixels): Promise<Decoded> {
  const { default: load } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
  const { J2KDecoder } = await load(quiet())
  const decoder = new J2KDecoder()
  try {
    const samples = decodeWith(decoder, pixels)
    // The decoder has undone the colour transform of JPEG 2000.
    const photometric = /^YBR_(RCT|ICT)$/.test(pixels.photometric) ? 'RGB' : pixels.photometric
    return { samples, photometric, isPlanar: false }
  } finally {
    decoder.delete()
  }
}

async function decodeJpegLs(pixels: FramePixels): Promise<Decoded> {
  const { default: load } = await import('@cornerstonejs/codec-charls/decodewasmjs')
  const { JpegLSDecoder } = await load(quiet())
  const decoder = new JpegLSDecoder()
  try {
    const samples = decodeWith(decoder, pixels)
    const isPlanar = pixels.samples > 1 && decoder.getInterleaveMode() === 0
    return { samples, photometric: pixels.photometric, isPlanar }
  } finally {
    decoder.delete()
  }
}

async function decodeJpegLossless(pixels: FramePixels): Promise<Decoded> {
  const { default: codec } = await import('jpeg-lossless-decoder-js')
  const { bytes, bitsAllocated, photometric } = pixels
  const copy = Uint8Array.from(bytes)
  const decoder = new codec.Decoder()
  const data = decoder.decode(copy.buffer, 0, copy.length, bitsAllocated === 8 ? 1 : 2)
  assertSize(pixels, {
    width: decoder.xDim,
    height: decoder.yDim,
    componentCount: decoder.numComp,
    bitsPerSample: bitsAllocated,
  })
  const decoded = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return { samples: readSamples(decoded, bitsAllocated), photometric, isPlanar: false }
}

/** Decompresses a segment: runs of equal bytes, and bytes as they are (PS3.5 G.3). */
function unpackBytes(bytes: Uint8Array, target: Uint8Array): void {
  let to = 0
  for (let from = 0; from < bytes.length && to < target.length; ) {
    const control = bytes[from] ?? 0
    from += 1
    if (control < 128) {
      const literal = bytes.subarray(from, from + control + 1).subarray(0, target.length - to)
      target.set(literal, to)
      to += literal.length
      from += control + 1
    } else if (control > 128) {
      target.fill(bytes[from] ?? 0, to, to + 257 - control)
      to += 257 - control
      from += 1
    }
  }
  if (to < target.length)
    throw new UnshowableImageError('compressed pixels that end too early', { isDamaged: true })
}

/** Decodes DICOM's run lengths (PS3.5 annex G): a segment for each byte of each sample, the high byte first. */
function decodeRle(pixels: FramePixels): Decoded {
  const { bytes, rows, columns, samples, bitsAllocated, photometric } = pixels
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bytesEach = bitsAllocated / 8
  const count = rows * columns
  if (head.length < 64 || head.readUInt32LE(0) !== samples * bytesEach)
    throw new UnshowableImageError('compressed pixels of another size', { isDamaged: true })
  const starts = Array.from({ length: samples * bytesEach }, (_, index) => head.readUInt32LE(4 + index * 4))
  const decoded = new Uint8Array(count * samples * bytesEach)
  for (const [segment, start] of starts.entries()) {
    const plane = new Uint8Array(count)
    unpackBytes(head.subarray(start, starts[segment + 1] ?? head.length), plane)
    const sample = Math.floor(segment / bytesEach)
    const place = bytesEach - 1 - (segment % bytesEach)
    for (let index = 0; index < count; index++)
      decoded[(index * samples + sample) * bytesEach + place] = plane[index] ?? 0
  }
  return { samples: readSamples(decoded, bitsAllocated), photometric, isPlanar: false }
}

/** Decompresses a frame. JPEG with 8 bits is decoded before, by the library that also writes the images for browsers. */
export async function decodePixels(pixels: FramePixels): Promise<Decoded> {
  const { transferSyntax, bytes, bitsAllocated, photometric, isPlanar } = pixels
  switch (transferSyntax) {
    case syntaxes.implicit:
    case syntaxes.explicit:
    case syntaxes.bigEndian:
      return { samples: readSamples(bytes, bitsAllocated), photometric, isPlanar }
    case syntaxes.rle:
      return decodeRle(pixels)
    case syntaxes.jpegLossless:
    case syntaxes.jpegLosslessFirstOrder:
      return decodeJpegLossless(pixels)
    case syntaxes.jpeg2000:
    case syntaxes.jpeg2000Lossless:
      return decodeJpeg2000(pixels)
    case syntaxes.jpegLs:
    case syntaxes.jpegLsLossless:
      return decodeJpegLs(pixels)
    default:
      throw new UnshowableImageError(`the transfer syntax ${transferSyntax}`)
  }
}

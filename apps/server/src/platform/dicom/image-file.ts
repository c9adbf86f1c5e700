/** A DICOM file with images (PS3.10), read from a stream: its elements and one frame, so that the others are never in memory. */
import dicom, { type DataSet, type Element } from 'dicom-parser'
import { type ByteReader, createByteReader, EarlyEndError } from './byte-reader.ts'

export class DamagedFileError extends Error {}

export const transferSyntaxes = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegExtended: '1.2.840.10008.1.2.4.51',
  jpegLossless: '1.2.840.10008.1.2.4.57',
  jpegLosslessFirstOrder: '1.2.840.10008.1.2.4.70',
  jpegLsLossless: '1.2.840.10008.1.2.4.80',
  jpegLs: '1.2.840.10008.1.2.4.81',
  jpeg2000Lossless: '1.2.840.10008.1.2.4.90',
  jpeg2000: '1.2.840.10008.1.2.4.91',
  rle: '1.2.840.10008.1.2.5',
} as const

const pixelData = 'x7fe00010'

const undefinedLength = 0xffffffff

/** Elements before the pixels take some kilobytes; private ones, icons and functional groups may take more. */
const mostHeadBytes = 32 * 1024 * 1024

/** The bytes of one frame, as they are stored. The largest mammographies have about 50 MB. */
const mostFrameBytes = 128 * 1024 * 1024

const mostFragments = 1_000_000

export type ImageElements = {
  readonly transferSyntax: string
  readonly dataset: DataSet
  readonly frames: number
  readonly rows: number
  readonly columns: number
  readonly samples: number
  readonly bitsAllocated: number
  readonly photometric: string
  /** The length of the pixels; null if they are in fragments. */
  readonly pixelBytes: number | null
}

export function readText(dataset: DataSet, tag: string, index?: number): string | null {
  const raw = dataset.string(tag, index)
  if (raw === undefined) return null
  const isUtf8 = /ISO_IR 192/.test(dataset.string('x00080005') ?? '')
  const text = isUtf8 ? Buffer.from(raw, 'latin1').toString('utf8') : raw
  return text.replaceAll('\0', '').trim() || null
}

export function readInteger(dataset: DataSet, tag: string): number | null {
  const text = readText(dataset, tag, 0)
  return text !== null && /^[+-]?\d{1,9}$/.test(text) ? Number(text) : null
}

function parseHead(bytes: Buffer): { readonly dataset: DataSet; readonly pixels: Element } | null {
  try {
    const dataset = dicom.parseDicom(bytes, { untilTag: pixelData })
    const pixels = dataset.elements[pixelData]
    return pixels === undefined ? null : { dataset, pixels }
  } catch {
    // dicom-parser throws texts if an element ends behind the bytes.
    return null
  }
}

function readFrameBytes(elements: Omit<ImageElements, 'pixelBytes' | 'frames'>): number {
  const { rows, columns, samples, bitsAllocated, photometric } = elements
  const perPixel = photometric === 'YBR_FULL_422' ? 2 : samples
  return Math.ceil((rows * columns * perPixel * bitsAllocated) / 8)
}

/** Returns whether pixels are words of two bytes with the high byte first (`OW`), also if their samples have 8 bits (PS3.5 8.1.2, A.3). */
function hasWordsInBigEndian({ transferSyntax, dataset, bitsAllocated }: ImageElements): boolean {
  if (transferSyntax !== transferSyntaxes.bigEndian) return false
  return bitsAllocated === 16 || (bitsAllocated === 8 && dataset.elements[pixelData]?.vr === 'OW')
}

export function isDicom(start: Uint8Array): boolean {
  return Buffer.from(start).toString('latin1', 128, 132) === 'DICM'
}

function isDeflated(start: Buffer): boolean {
  try {
    return dicom.readPart10Header(start).string('x00020010') === transferSyntaxes.deflated
  } catch {
    // A file without readable meta information is reported when its elements are read.
    return false
  }
}

/**
 * Reads the elements before the pixels. The reader then stands at the pixels. Returns null for a file without pixels, such as a report.
 *
 * @throws {DamagedFileError}
 */
async function readElements(reader: ByteReader): Promise<ImageElements | 'no pixels'> {
  if (!isDicom(await reader.peek(132))) throw new DamagedFileError('is no DICOM file')
  if (isDeflated(await reader.peek(64 * 1024)))
    throw new DamagedFileError('is deflated, and has to be converted, for example with dcmconv +te')
  for (let length = 64 * 1024; ; length *= 4) {
    const bytes = await reader.peek(length)
    const found = parseHead(bytes)
    if (found !== null) return toElements(reader, found)
    if (bytes.length < length) return withoutPixels(bytes)
    if (length > mostHeadBytes) throw new DamagedFileError('has too many bytes before its pixels')
  }
}

function withoutPixels(bytes: Buffer): 'no pixels' {
  try {
    const dataset = dicom.parseDicom(bytes)
    if (dataset.elements[pixelData] === undefined && readText(dataset, 'x00080018') !== null)
      return 'no pixels'
  } catch {
    // The error below says it.
  }
  throw new DamagedFileError('is damaged: its elements cannot be read')
}

async function toElements(
  reader: ByteReader,
  { dataset, pixels }: { readonly dataset: DataSet; readonly pixels: Element },
): Promise<ImageElements> {
  await reader.skip(pixels.dataOffset)
  const number = (tag: string, missing: number) => dataset.uint16(tag) ?? missing
  const elements = {
    transferSyntax: readText(dataset, 'x00020010') ?? transferSyntaxes.implicit,
    dataset,
    frames: readInteger(dataset, 'x00280008') ?? 1,
    rows: number('x00280010', 0),
    columns: number('x00280011', 0),
    samples: number('x00280002', 1),
    bitsAllocated: number('x00280100', 0),
    photometric: readText(dataset, 'x00280004') ?? '',
    pixelBytes: pixels.length === undefinedLength || pixels.hadUndefinedLength ? null : pixels.length,
  }
  if (elements.rows === 0 || elements.columns === 0 || elements.bitsAllocated === 0 || elements.frames < 1)
    throw new DamagedFileError('is damaged: the size of its images is missing')
  return elements
}

type Fragment = { readonly length: number; readonly at: number }

/** Yields the fragments of compressed pixels. The caller reads or skips each before it takes the next one. */
async function* readFragments(reader: ByteReader): AsyncGenerator<Fragment> {
  for (let at = 0, count = 0; count < mostFragments; count++) {
    const head = await reader.read(8)
    const tag = head.readUInt32LE(0)
    const length = head.readUInt32LE(4)
    // The item of a sequence, or its end: (FFFE,E000) and (FFFE,E0DD).
    if (tag === 0xe0ddfffe) return
    if (tag !== 0xe000fffe || length === undefinedLength)
      throw new DamagedFileError('is damaged: its compressed pixels cannot be read')
    yield { length, at }
    at += 8 + length
  }
  throw new DamagedFileError('is damaged: its compressed pixels cannot be read')
}

async function readOffsets(
  reader: ByteReader,
  fragments: AsyncGenerator<Fragment>,
): Promise<readonly number[]> {
  const { done, value } = await fragments.next()
  if (done) throw new DamagedFileError('is damaged: it has no pixels')
  if (value.length % 4 !== 0 || value.length > 4 * mostFragments)
    throw new DamagedFileError('is damaged: its compressed pixels cannot be read')
  const table = await reader.read(value.length)
  return Array.from({ length: value.length / 4 }, (_, index) => table.readUInt32LE(index * 4))
}

function isImageStart(start: Buffer): boolean {
  const marker = start.length < 2 ? 0 : start.readUInt16BE(0)
  return marker === 0xffd8 || marker === 0xff4f
}

/** A table says where frames begin. Without one, each starts with the start of an image; in RLE each fragment is a frame. */
async function* framedFragments(reader: ByteReader, { transferSyntax, frames }: ImageElements) {
  const fragments = readFragments(reader)
  const offsets = await readOffsets(reader, fragments)
  const origin = 8 + offsets.length * 4
  const starts = new Set(offsets.map((offset) => offset + origin))
  const hasTable = frames > 1 && starts.size === frames
  let frame = 0
  for await (const { length, at } of fragments) {
    const isStart =
      frame === 0 ||
      (frames > 1 &&
        (hasTable
          ? starts.has(at)
          : transferSyntax === transferSyntaxes.rle || isImageStart(await reader.peek(Math.min(2, length)))))
    if (isStart) frame += 1
    yield { frame, length }
  }
}

async function describingEnd<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EarlyEndError)
      throw new DamagedFileError('is damaged: it ends too early', { cause: error })
    throw error
  }
}

export async function checkImageFile(
  chunks: AsyncIterable<Uint8Array>,
): Promise<ImageElements | 'no pixels'> {
  const reader = createByteReader(chunks)
  return describingEnd(async () => {
    const elements = await readElements(reader)
    if (elements === 'no pixels') return elements
    const { frames, pixelBytes } = elements
    if (pixelBytes !== null) {
      if (pixelBytes < readFrameBytes(elements) * frames)
        throw new DamagedFileError('is damaged: pixels of its images are missing')
      await reader.skip(pixelBytes)
      return elements
    }
    let last = 0
    for await (const { frame, length } of framedFragments(reader, elements)) {
      await reader.skip(length)
      last = frame
    }
    if (last !== frames) throw new DamagedFileError(`is damaged: it has ${last} of ${frames} images`)
    return elements
  }).finally(() => reader.close())
}

/**
 * Reads one frame, counted from 1, as it is stored.
 *
 * @throws {DamagedFileError} if it is missing
 */
export async function readFrame(
  chunks: AsyncIterable<Uint8Array>,
  frame: number,
): Promise<{ readonly elements: ImageElements; readonly bytes: Buffer }> {
  const reader = createByteReader(chunks)
  return describingEnd(async () => {
    const elements = await readElements(reader)
    if (elements === 'no pixels') throw new DamagedFileError('has no images')
    if (elements.pixelBytes === null)
      return { elements, bytes: await readCompressedFrame(reader, elements, frame) }
    const length = readFrameBytes(elements)
    if (length > mostFrameBytes) throw new DamagedFileError('has a too large image')
    const start = length * (frame - 1)
    if (!hasWordsInBigEndian(elements)) {
      await reader.skip(start)
      return { elements, bytes: await reader.read(length) }
    }
    // The first and the last byte of a frame can share a word with another frame.
    const firstWord = start - (start % 2)
    await reader.skip(firstWord)
    const words = await reader.read(start + length + ((start + length) % 2) - firstWord)
    return {
      elements,
      bytes: Buffer.from(words)
        .swap16()
        .subarray(start - firstWord)
        .subarray(0, length),
    }
  }).finally(() => reader.close())
}

async function readCompressedFrame(
  reader: ByteReader,
  elements: ImageElements,
  wanted: number,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const { frame, length } of framedFragments(reader, elements)) {
    if (frame > wanted) break
    size += frame === wanted ? length : 0
    if (size > mostFrameBytes) throw new DamagedFileError('has a too large image')
    if (frame === wanted) parts.push(Buffer.from(await reader.read(length)))
    else await reader.skip(length)
  }
  if (parts.length === 0) throw new DamagedFileError('is damaged: an image is missing')
  return Buffer.concat(parts)
}

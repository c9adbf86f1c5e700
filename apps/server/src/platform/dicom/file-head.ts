/** The beginning of a DICOM file (PS3.10): what it is, and what the directory of a medium repeats. The pixels are not read. */
import { constants, inflateRawSync } from 'node:zlib'
import dicom from 'dicom-parser'

const headTags = {
  characterSet: 'x00080005',
  imageType: 'x00080008',
  sopClass: 'x00080016',
  instance: 'x00080018',
  studyDate: 'x00080020',
  studyTime: 'x00080030',
  accessionNumber: 'x00080050',
  modality: 'x00080060',
  studyDescription: 'x00081030',
  seriesDescription: 'x0008103e',
  patientName: 'x00100010',
  patientId: 'x00100020',
  study: 'x0020000d',
  series: 'x0020000e',
  studyId: 'x00200010',
  seriesNumber: 'x00200011',
  instanceNumber: 'x00200013',
} as const

export type HeadElement = keyof typeof headTags

export type DicomHead = {
  readonly transferSyntax: string
  /** The bytes of the elements that the file has and that are not empty, in the character set of the file. */
  readonly values: Readonly<Partial<Record<HeadElement, Buffer>>>
}

/** The largest head that is read. Heads have some kilobytes; private elements of a device may be larger. */
const mostHeadBytes = 8 * 1024 * 1024

/** The bytes of a deflated head after inflation. More are an attack or damage. */
const mostInflatedBytes = 8 * mostHeadBytes

const syntaxes = {
  implicit: '1.2.840.10008.1.2',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
} as const

/** The length of the preamble and of the letters `DICM`. */
const metaStart = 132

const endTag = 'x00200020'

export function headText(value: Buffer | undefined): string {
  return value?.toString('latin1').replaceAll('\0', '').trim() ?? ''
}

function readMeta(bytes: Buffer): { readonly start: number; readonly transferSyntax: string } | null {
  if (bytes.length < metaStart + 16) return null
  if (bytes.toString('latin1', metaStart - 4, metaStart) !== 'DICM') throw new Error('no DICOM file')
  const stream = new dicom.ByteStream(dicom.littleEndianByteArrayParser, bytes, metaStart)
  const groupLength = dicom.readDicomElementExplicit(stream)
  if (groupLength.tag !== 'x00020000')
    throw new Error('a DICOM file without the length of its meta information')
  const start = stream.position + bytes.readUInt32LE(groupLength.dataOffset)
  if (bytes.length < start) return null
  while (stream.position < start) {
    const { tag, dataOffset, length } = dicom.readDicomElementExplicit(stream)
    if (tag === 'x00020010')
      return { start, transferSyntax: headText(bytes.subarray(dataOffset, dataOffset + length)) }
  }
  throw new Error('a DICOM file without a transfer syntax')
}

/** Reads elements up to {@link endTag}. Returns null if the bytes end before; a whole file without later elements ends there too. */
function readElements(
  bytes: Buffer,
  start: number,
  { transferSyntax, isWhole }: { readonly transferSyntax: string; readonly isWhole: boolean },
): DicomHead['values'] | null {
  const parser =
    transferSyntax === syntaxes.bigEndian ? dicom.bigEndianByteArrayParser : dicom.littleEndianByteArrayParser
  const stream = new dicom.ByteStream(parser, bytes, start)
  const values: Partial<Record<HeadElement, Buffer>> = {}
  const names = new Map(Object.entries(headTags).map(([name, tag]) => [tag as string, name as HeadElement]))
  while (stream.position < bytes.length) {
    // An element has at least eight bytes.
    if (bytes.length - stream.position < 8) return null
    if (dicom.readTag(stream) >= endTag) return values
    stream.seek(-4)
    const read =
      transferSyntax === syntaxes.implicit ? dicom.readDicomElementImplicit : dicom.readDicomElementExplicit
    let element: ReturnType<typeof read>
    try {
      element = read(stream)
    } catch {
      // dicom-parser throws if an element ends behind the bytes.
      return null
    }
    const { tag, dataOffset, length } = element
    if (dataOffset + length > bytes.length) return null
    const name = names.get(tag)
    if (name !== undefined && length > 0)
      values[name] = Buffer.from(bytes.subarray(dataOffset, dataOffset + length))
  }
  return isWhole ? values : null
}

/**
 * Returns the head of a DICOM file, or null if more bytes are needed. `isWhole` says that there are no more.
 *
 * @throws {Error} if the bytes are no DICOM file, or if a whole file ends within its head
 */
function readDicomHead(bytes: Buffer, isWhole: boolean): DicomHead | null {
  const meta = readMeta(bytes)
  let values: DicomHead['values'] | null = null
  if (meta !== null) {
    const { transferSyntax, start } = meta
    if (transferSyntax === syntaxes.deflated) {
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostInflatedBytes }
      const inflated = inflateRawSync(bytes.subarray(start), options)
      values = readElements(inflated, 0, { transferSyntax, isWhole })
    } else values = readElements(bytes, start, { transferSyntax, isWhole })
  }
  if (meta !== null && values !== null) return { transferSyntax: meta.transferSyntax, values }
  if (isWhole) throw new Error('a DICOM file ends within its head')
  return null
}

export async function* withHead(
  chunks: AsyncIterable<Uint8Array>,
  onHead: (head: DicomHead) => void,
): AsyncGenerator<Uint8Array> {
  let held: Buffer | null = Buffer.alloc(0)
  let tryAt = 4_096
  for await (const chunk of chunks) {
    if (held !== null) {
      held = Buffer.concat([held, chunk])
      if (held.length >= tryAt) {
        const head = readDicomHead(held, false)
        tryAt = Math.min(held.length * 2, mostHeadBytes + 1)
        if (head !== null) {
          onHead(head)
          held = null
        } else if (held.length > mostHeadBytes) throw new Error('a DICOM file has a head that is too large')
      }
    }
    yield chunk
  }
  const head = held === null ? null : readDicomHead(held, true)
  if (head !== null) onHead(head)
}

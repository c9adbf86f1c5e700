/** Makes DICOM files with images in code, for tests of the images that the portal stores itself. */
import {
  element,
  explicitLittleEndian,
  fileMeta,
  text,
  unsigned,
} from '../../../src/platform/dicom/write-elements.ts'

export type ImageFileOptions = {
  readonly sopClass?: string
  readonly study?: string
  readonly series?: string
  readonly instance?: string
  readonly number?: number
  readonly patientId?: string
  readonly accession?: string
  readonly modality?: string
  readonly description?: string
  readonly rows?: number
  readonly columns?: number
  readonly frames?: number
  readonly photometric?: string
  readonly samples?: number
  readonly planar?: 0 | 1
  readonly bitsAllocated?: 8 | 16 | 32
  readonly bitsStored?: number
  readonly highBit?: number
  readonly signed?: boolean
  readonly window?: readonly [center: number, width: number]
  readonly windowFunction?: string
  readonly rescale?: readonly [slope: number, intercept: number]
  /** The bytes of a private element before the identifiers. */
  readonly privateBytes?: number
  /** Leaves out what a file need not have to be found in a directory. */
  readonly isBare?: boolean
  /** Elements before the pixels, in the order of their tags after (0028,1056). */
  readonly more?: readonly Buffer[]
  readonly transferSyntax?: string
  /** The fragments of compressed pixels, instead of `pixels`. */
  readonly fragments?: readonly Buffer[]
  readonly offsets?: readonly number[]
  readonly pixels?: Buffer
}

const root = '1.2.826.0.1.3680043.2.7'

/** Identifiers below a root of their own for each study. */
export const imageUids = (study: number, series = 1, instance = 1) => ({
  study: `${root}.${study}`,
  series: `${root}.${study}.${series}`,
  instance: `${root}.${study}.${series}.${instance}`,
})

/** Returns a ramp of values from corner to corner, in as many bits as are stored. */
export function createRamp(options: ImageFileOptions): Buffer {
  const { rows = 16, columns = 16, frames = 1, samples = 1, bitsAllocated = 16, bitsStored = 12 } = options
  const { highBit = bitsStored - 1, signed = false, planar = 0 } = options
  const count = rows * columns
  const bytes = Buffer.alloc((count * frames * samples * bitsAllocated) / 8)
  const top = 2 ** bitsStored - 1
  for (let frame = 0; frame < frames; frame++)
    for (let at = 0; at < count; at++)
      for (let sample = 0; sample < samples; sample++) {
        const [x, y] = [at % columns, Math.floor(at / columns)]
        const share = [(x + y) / (rows + columns - 2), x / (columns - 1), y / (rows - 1)][sample] ?? 0
        const rising = Math.round(top * (sample === 0 ? share : 1 - share)) + frame
        const value = Math.min(top, Math.max(0, rising))
        const code = signed ? (value + 2 ** (bitsStored - 1)) % 2 ** bitsStored : value
        const place = planar === 1 ? sample * count + at : at * samples + sample
        const written = code * 2 ** (highBit + 1 - bitsStored)
        const to = frame * count * samples + place
        if (bitsAllocated === 8) bytes.writeUInt8(written, to)
        else bytes.writeUInt16LE(written, to * 2)
      }
  return bytes
}

function fragment(content: Buffer): Buffer {
  const padded = content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.alloc(1)])
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0xe000fffe, 0)
  head.writeUInt32LE(padded.length, 4)
  return Buffer.concat([head, padded])
}

/** Returns compressed pixels: a table of where frames begin, which may be empty, and their fragments. */
function fragmentsOf(fragments: readonly Buffer[], offsets: readonly number[]): Buffer {
  const table = Buffer.alloc(offsets.length * 4)
  for (const [index, offset] of offsets.entries()) table.writeUInt32LE(offset, index * 4)
  const head = element(0x7fe0, 0x0010, 'OB', Buffer.alloc(0))
  head.writeUInt32LE(0xffffffff, 8)
  const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
  return Buffer.concat([head, fragment(table), ...fragments.map(fragment), end])
}

/** Makes a DICOM file. Without options it is a tomography of 16 by 16 pixels with 12 bits. */
export function makeImageFile(options: ImageFileOptions = {}): Buffer {
  const { samples = 1, bitsAllocated = 16, bitsStored = 12, modality = 'CT', rescale, window } = options
  const { study, series, instance } = { ...imageUids(1), ...options }
  const { sopClass = '1.2.840.10008.5.1.4.1.1.7', privateBytes, isBare = false } = options
  const unlessBare = (...given: readonly Buffer[]) => (isBare ? [] : given)
  const { transferSyntax = explicitLittleEndian, fragments, offsets = [] } = options
  const elements = [
    text(0x0008, 0x0005, 'CS', 'ISO_IR 192'),
    text(0x0008, 0x0016, 'UI', sopClass),
    text(0x0008, 0x0018, 'UI', instance),
    ...unlessBare(
      text(0x0008, 0x0020, 'DA', '20261120'),
      text(0x0008, 0x0030, 'TM', '101500'),
      text(0x0008, 0x0050, 'SH', options.accession ?? 'RX-1'),
      text(0x0008, 0x0060, 'CS', modality),
    ),
    element(0x0008, 0x1030, 'LO', Buffer.from('Estudio de tórax')),
    element(0x0008, 0x103e, 'LO', Buffer.from(options.description ?? 'Serie sintética')),
    ...(privateBytes === undefined
      ? []
      : [text(0x0009, 0x0010, 'LO', 'PRUEBA'), element(0x0009, 0x1001, 'OB', Buffer.alloc(privateBytes))]),
    text(0x0010, 0x0010, 'PN', 'Prueba^Paciente'),
    ...unlessBare(text(0x0010, 0x0020, 'LO', options.patientId ?? '12.345.678-5')),
    text(0x0020, 0x000d, 'UI', study),
    text(0x0020, 0x000e, 'UI', series),
    ...unlessBare(
      text(0x0020, 0x0010, 'SH', '1'),
      text(0x0020, 0x0011, 'IS', '3'),
      text(0x0020, 0x0013, 'IS', String(options.number ?? 1)),
    ),
    unsigned(0x0028, 0x0002, 'US', samples),
    text(0x0028, 0x0004, 'CS', options.photometric ?? (samples === 1 ? 'MONOCHROME2' : 'RGB')),
    ...(samples === 1 ? [] : [unsigned(0x0028, 0x0006, 'US', options.planar ?? 0)]),
    ...(options.frames === undefined ? [] : [text(0x0028, 0x0008, 'IS', String(options.frames))]),
    unsigned(0x0028, 0x0010, 'US', options.rows ?? 16),
    unsigned(0x0028, 0x0011, 'US', options.columns ?? 16),
    unsigned(0x0028, 0x0100, 'US', bitsAllocated),
    unsigned(0x0028, 0x0101, 'US', bitsStored),
    unsigned(0x0028, 0x0102, 'US', options.highBit ?? bitsStored - 1),
    unsigned(0x0028, 0x0103, 'US', options.signed ? 1 : 0),
    ...(window === undefined
      ? []
      : [text(0x0028, 0x1050, 'DS', String(window[0])), text(0x0028, 0x1051, 'DS', String(window[1]))]),
    ...(rescale === undefined
      ? []
      : [text(0x0028, 0x1052, 'DS', String(rescale[1])), text(0x0028, 0x1053, 'DS', String(rescale[0]))]),
    ...(options.windowFunction === undefined ? [] : [text(0x0028, 0x1056, 'CS', options.windowFunction)]),
    ...(options.more ?? []),
    fragments === undefined
      ? element(0x7fe0, 0x0010, bitsAllocated === 8 ? 'OB' : 'OW', options.pixels ?? createRamp(options))
      : fragmentsOf(fragments, offsets),
  ]
  return Buffer.concat([fileMeta({ sopClass, instance, transferSyntax }), ...elements])
}

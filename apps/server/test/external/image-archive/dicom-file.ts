/** Makes small DICOM files (PS3.10) without a tool, for tests of what reads them. */
import { deflateRawSync } from 'node:zlib'

/** How a file is written: explicit or implicit VR with the low byte first, explicit VR with the high byte first, or deflated. */
type Syntax = 'explicit' | 'implicit' | 'big-endian' | 'deflated'

const syntaxUids: Readonly<Record<Syntax, string>> = {
  explicit: '1.2.840.10008.1.2.1',
  implicit: '1.2.840.10008.1.2',
  'big-endian': '1.2.840.10008.1.2.2',
  deflated: '1.2.840.10008.1.2.1.99',
}

export type DicomFile = {
  readonly study: string
  readonly series: string
  readonly instance: string
  readonly syntax?: Syntax
  readonly sopClass?: string
  readonly patientName?: string
  /** The bytes of a private element before the identifiers. */
  readonly privateBytes?: number
  /** The number of bytes of the pixels. */
  readonly pixelBytes?: number
  /** Leaves out all that a study need not have. */
  readonly isBare?: boolean
}

function element(syntax: Syntax, tag: number, vr: string, value: string | Buffer): Buffer {
  const given = typeof value === 'string' ? Buffer.from(value) : value
  const content =
    given.length % 2 === 0 ? given : Buffer.concat([given, Buffer.from(vr === 'UI' ? '\0' : ' ')])
  const isLong = vr === 'OB' || vr === 'OW'
  const head = Buffer.alloc(syntax === 'implicit' || !isLong ? 8 : 12)
  const write = (number: number, at: number, bytes: 2 | 4) =>
    syntax === 'big-endian' ? head.writeUIntBE(number, at, bytes) : head.writeUIntLE(number, at, bytes)
  write(tag >>> 16, 0, 2)
  write(tag & 0xffff, 2, 2)
  if (syntax === 'implicit') write(content.length, 4, 4)
  else {
    head.write(vr, 4, 'latin1')
    write(content.length, isLong ? 8 : 6, isLong ? 4 : 2)
  }
  return Buffer.concat([head, content])
}

/** Makes a DICOM file. */
export function makeDicomFile(file: DicomFile): Buffer {
  const { syntax = 'explicit', sopClass = '1.2.840.10008.5.1.4.1.1.1.1', isBare = false } = file
  const add = (tag: number, vr: string, value: string | Buffer) => element(syntax, tag, vr, value)
  const dataset = Buffer.concat([
    add(0x00080005, 'CS', 'ISO_IR 192'),
    add(0x00080016, 'UI', sopClass),
    add(0x00080018, 'UI', file.instance),
    ...(isBare ? [] : [add(0x00080020, 'DA', '20261120'), add(0x00080060, 'CS', 'DX')]),
    ...(file.privateBytes === undefined
      ? []
      : [add(0x00090010, 'LO', 'PRUEBA'), add(0x00091001, 'OB', Buffer.alloc(file.privateBytes))]),
    add(0x00100010, 'PN', file.patientName ?? 'Peña^Íñigo'),
    ...(isBare ? [] : [add(0x00100020, 'LO', '12345678-5')]),
    add(0x0020000d, 'UI', file.study),
    add(0x0020000e, 'UI', file.series),
    ...(isBare ? [] : [add(0x00200013, 'IS', '1')]),
    add(0x7fe00010, 'OW', Buffer.alloc(file.pixelBytes ?? 64, 7)),
  ])
  const meta = element('explicit', 0x00020010, 'UI', syntaxUids[syntax])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meta.length)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element('explicit', 0x00020000, 'UL', length),
    meta,
    syntax === 'deflated' ? deflateRawSync(dataset) : dataset,
  ])
}

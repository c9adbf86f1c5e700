/** Writes elements of DICOM files with explicit VR, the low byte first (PS3.5 7.1.2), and the bytes before them (PS3.10 7.1). */

export type Vr =
  | 'CS'
  | 'DA'
  | 'DS'
  | 'IS'
  | 'LO'
  | 'OB'
  | 'OW'
  | 'PN'
  | 'SH'
  | 'SQ'
  | 'TM'
  | 'UI'
  | 'UL'
  | 'US'

export const explicitLittleEndian = '1.2.840.10008.1.2.1'

/** Identifies this writer: a UUID as an identifier below 2.25, as PS3.5 annex B.2 allows. */
const implementation = '2.25.117422061318790424389206014712930641507'

export function element(group: number, number: number, vr: Vr, value: Buffer): Buffer {
  const isLong = vr === 'OB' || vr === 'OW' || vr === 'SQ'
  const padding = value.length % 2 === 0 ? '' : vr === 'UI' || vr === 'OB' ? '\0' : ' '
  const content = Buffer.concat([value, Buffer.from(padding)])
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  if (isLong) head.writeUInt32LE(content.length, 8)
  else head.writeUInt16LE(content.length, 6)
  return Buffer.concat([head, content])
}

export const text = (group: number, number: number, vr: Vr, value: string) =>
  element(group, number, vr, Buffer.from(value, 'latin1'))

export function unsigned(group: number, number: number, vr: 'UL' | 'US', value: number): Buffer {
  const bytes = Buffer.alloc(vr === 'UL' ? 4 : 2)
  if (vr === 'UL') bytes.writeUInt32LE(value)
  else bytes.writeUInt16LE(value)
  return element(group, number, vr, bytes)
}

export function fileMeta(of: {
  readonly sopClass: string
  readonly instance: string
  readonly transferSyntax: string
}): Buffer {
  const elements = Buffer.concat([
    element(0x0002, 0x0001, 'OB', Buffer.from([0, 1])),
    text(0x0002, 0x0002, 'UI', of.sopClass),
    text(0x0002, 0x0003, 'UI', of.instance),
    text(0x0002, 0x0010, 'UI', of.transferSyntax),
    text(0x0002, 0x0012, 'UI', implementation),
    text(0x0002, 0x0013, 'SH', 'MI_PORTAL'),
  ])
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM', 'latin1'),
    unsigned(0x0002, 0x0000, 'UL', elements.length),
    elements,
  ])
}

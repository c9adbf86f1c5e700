/**
 * Writes the directory of a DICOM medium: the file `DICOMDIR`, by which programs find patient, study, series and images of a folder or a
 * disc (PS3.3 annex F, PS3.10 section 8). Each record names by its position in the file the next record of its level and the first one
 * below it. Libraries that write DICOM files do not compute these positions.
 */
import { randomUUID } from 'node:crypto'
import { type DicomHead, type HeadElement, headText } from './file-head.ts'
import { element, explicitLittleEndian, fileMeta, text, unsigned, type Vr } from './write-elements.ts'

export type MediaFile = {
  /** The parts of its path, each of up to eight capital letters, digits or underscores. */
  readonly path: readonly string[]
  readonly head: DicomHead
}

const mediaStorageDirectory = '1.2.840.10008.1.3.10'

function newUid(): string {
  return `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`
}

/** `missing` stands in for a value that the file lacks; if it is null, the element is left out. */
type Key = {
  readonly tag: readonly [number, number]
  readonly vr: Vr
  readonly from: HeadElement
  readonly missing: string | null
}

const keys: Readonly<Record<'PATIENT' | 'STUDY' | 'SERIES' | 'IMAGE', readonly Key[]>> = {
  PATIENT: [
    { tag: [0x0010, 0x0010], vr: 'PN', from: 'patientName', missing: '' },
    { tag: [0x0010, 0x0020], vr: 'LO', from: 'patientId', missing: '0' },
  ],
  STUDY: [
    // A study whose files have no date needs one all the same; this one shows that it is not known.
    { tag: [0x0008, 0x0020], vr: 'DA', from: 'studyDate', missing: '19000101' },
    { tag: [0x0008, 0x0030], vr: 'TM', from: 'studyTime', missing: '000000' },
    { tag: [0x0008, 0x0050], vr: 'SH', from: 'accessionNumber', missing: '' },
    { tag: [0x0008, 0x1030], vr: 'LO', from: 'studyDescription', missing: '' },
    { tag: [0x0020, 0x000d], vr: 'UI', from: 'study', missing: '' },
    { tag: [0x0020, 0x0010], vr: 'SH', from: 'studyId', missing: '1' },
  ],
  SERIES: [
    { tag: [0x0008, 0x0060], vr: 'CS', from: 'modality', missing: 'OT' },
    { tag: [0x0008, 0x103e], vr: 'LO', from: 'seriesDescription', missing: null },
    { tag: [0x0020, 0x000e], vr: 'UI', from: 'series', missing: '' },
    { tag: [0x0020, 0x0011], vr: 'IS', from: 'seriesNumber', missing: '0' },
  ],
  IMAGE: [
    { tag: [0x0008, 0x0008], vr: 'CS', from: 'imageType', missing: null },
    { tag: [0x0020, 0x0013], vr: 'IS', from: 'instanceNumber', missing: '0' },
  ],
}

type Level = keyof typeof keys

type DirectoryRecord = {
  readonly level: Level
  readonly body: Buffer
  readonly below: DirectoryRecord[]
}

function writeBody(level: Level, { path, head }: MediaFile): Buffer {
  const { values, transferSyntax } = head
  const ownKeys = keys[level].flatMap(({ tag: [group, number], vr, from, missing }) => {
    if (values[from] === undefined && missing === null) return []
    return [element(group, number, vr, values[from] ?? Buffer.from(missing ?? '', 'latin1'))]
  })
  const reference =
    level === 'IMAGE'
      ? [
          text(0x0004, 0x1500, 'CS', path.join('\\')),
          text(0x0004, 0x1510, 'UI', headText(values.sopClass)),
          text(0x0004, 0x1511, 'UI', headText(values.instance)),
          text(0x0004, 0x1512, 'UI', transferSyntax),
        ]
      : []
  const { characterSet } = values
  // The record of an image has no text that could need a character set.
  const hasText = level !== 'IMAGE' && characterSet !== undefined
  const character = hasText ? [element(0x0008, 0x0005, 'CS', characterSet)] : []
  return Buffer.concat([text(0x0004, 0x1430, 'CS', level), ...reference, ...character, ...ownKeys])
}

const [itemHead, positionElements] = [8, 12 + 10 + 12]

const computeSize = ({ body }: DirectoryRecord) => itemHead + positionElements + body.length

function listRecords(records: readonly DirectoryRecord[]): DirectoryRecord[] {
  return records.flatMap((record) => [record, ...listRecords(record.below)])
}

/** Files without an image, such as waveforms, reports and radiotherapy: they are on the medium without a record. */
const withoutImage = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(?:9|11|66|88|104|481(?!\.1$))(?:\.|$)/

function buildRecords(files: readonly MediaFile[]): DirectoryRecord[] {
  const roots: DirectoryRecord[] = []
  const known = new Map<string, DirectoryRecord>()
  for (const file of files) {
    if (withoutImage.test(headText(file.head.values.sopClass))) continue
    const { values } = file.head
    let siblings = roots
    let key = ''
    for (const [level, from] of [
      ['PATIENT', 'patientId'],
      ['STUDY', 'study'],
      ['SERIES', 'series'],
      ['IMAGE', 'instance'],
    ] as const) {
      key = `${key} ${headText(values[from])}`
      let record = known.get(key)
      if (record === undefined) {
        record = { level, body: writeBody(level, file), below: [] }
        known.set(key, record)
        siblings.push(record)
      }
      siblings = record.below
    }
  }
  return roots
}

function writeRecords(roots: readonly DirectoryRecord[], start: number): Buffer {
  const all = listRecords(roots)
  const positions = new Map<DirectoryRecord, number>()
  let position = start
  for (const record of all) {
    positions.set(record, position)
    position += computeSize(record)
  }
  const next = new Map<DirectoryRecord, DirectoryRecord>()
  const link = (siblings: readonly DirectoryRecord[]) => {
    for (const [index, record] of siblings.entries()) {
      const following = siblings[index + 1]
      if (following !== undefined) next.set(record, following)
      link(record.below)
    }
  }
  link(roots)
  const findPosition = (record: DirectoryRecord | undefined) =>
    record === undefined ? 0 : (positions.get(record) ?? 0)
  return Buffer.concat(
    all.map((record) => {
      const content = Buffer.concat([
        unsigned(0x0004, 0x1400, 'UL', findPosition(next.get(record))),
        unsigned(0x0004, 0x1410, 'US', 0xffff),
        unsigned(0x0004, 0x1420, 'UL', findPosition(record.below[0])),
        record.body,
      ])
      const head = Buffer.alloc(itemHead)
      head.writeUInt16LE(0xfffe, 0)
      head.writeUInt16LE(0xe000, 2)
      head.writeUInt32LE(content.length, 4)
      return Buffer.concat([head, content])
    }),
  )
}

export function createMediaDirectory(files: readonly MediaFile[]): Buffer {
  const meta = fileMeta({
    sopClass: mediaStorageDirectory,
    instance: newUid(),
    transferSyntax: explicitLittleEndian,
  })
  const roots = buildRecords(files)
  const fileSet = text(0x0004, 0x1130, 'CS', 'ESTUDIO')
  // Two positions, a number, and the head of the sequence.
  const start = meta.length + fileSet.length + 12 + 12 + 10 + 12
  const records = writeRecords(roots, start)
  const lastRoot = roots.at(-1)
  const afterLast =
    lastRoot === undefined ? 0 : listRecords([lastRoot]).reduce((sum, one) => sum + computeSize(one), 0)
  const isEmpty = roots.length === 0
  return Buffer.concat([
    meta,
    fileSet,
    unsigned(0x0004, 0x1200, 'UL', isEmpty ? 0 : start),
    unsigned(0x0004, 0x1202, 'UL', isEmpty ? 0 : start + records.length - afterLast),
    unsigned(0x0004, 0x1212, 'US', 0),
    element(0x0004, 0x1220, 'SQ', records),
  ])
}

/** DICOM's JSON (PS3.18 annex F): members are named by tags. Elements that are missing or of an unexpected form count as absent. */
import * as z from 'zod/mini'

const dataset = z.record(z.string(), z.unknown())
export type Dataset = z.output<typeof dataset>

export function parseDatasets(answer: unknown): readonly Dataset[] {
  return z.array(dataset).parse(answer)
}

export const tags = {
  studyDate: '00080020',
  accessionNumber: '00080050',
  modality: '00080060',
  studyDescription: '00081030',
  seriesDescription: '0008103E',
  sopClass: '00080016',
  instance: '00080018',
  patientId: '00100020',
  study: '0020000D',
  series: '0020000E',
  seriesNumber: '00200011',
  instanceNumber: '00200013',
  frames: '00280008',
  rows: '00280010',
  columns: '00280011',
  windowCenter: '00281050',
  windowWidth: '00281051',
  windowFunction: '00281056',
  frameVoi: '00289132',
  sharedGroups: '52009229',
  frameGroups: '52009230',
} as const

const element = z.object({ Value: z.array(z.unknown()) })

export function findItems(of: Dataset, tag: string): readonly Dataset[] {
  const read = z.safeParse(z.object({ Value: z.array(dataset) }), of[tag])
  return read.success ? read.data.Value : []
}

export function readText(of: Dataset, tag: string): string | null {
  const read = z.safeParse(element, of[tag])
  const first = read.success ? read.data.Value[0] : undefined
  if (typeof first !== 'string' && typeof first !== 'number') return null
  // Values of an even length are padded with a space or a null character.
  return String(first).replaceAll('\0', '').trim() || null
}

/** Returns the first value of an element as a whole number, which some archives send as text; null if it has none. */
export function readInteger(of: Dataset, tag: string): number | null {
  const text = readText(of, tag)
  return text !== null && /^[+-]?\d{1,9}$/.test(text) ? Number(text) : null
}

export function readNumber(of: Dataset, tag: string): number | null {
  const text = readText(of, tag)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

export function isUid(text: string | null): text is string {
  return text !== null && text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text)
}

export function readUid(of: Dataset, tag: string): string | null {
  const text = readText(of, tag)
  return isUid(text) ? text : null
}

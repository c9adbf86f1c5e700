import type { DataSet } from 'dicom-parser'
import { type ImageElements, readText } from '../image-file.ts'

/** A range of values that is shown from black to white, and by which of DICOM's functions (PS3.3 C.11.2). */
export type ValueWindow = {
  readonly center: number
  readonly width: number
  readonly shape: 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID'
}

/** A table (PS3.3 C.11.1): `values` are for the inputs from `first` on. Inputs beside have the value at its border. */
export type LookupTable = {
  readonly first: number
  readonly values: Uint16Array
  readonly most: number
}

export type FramePixels = {
  readonly transferSyntax: string
  readonly bytes: Uint8Array
  readonly rows: number
  readonly columns: number
  readonly samples: number
  readonly photometric: string
  /** Whether the samples of a pixel are stored apart: all red ones, then all green ones, then all blue ones. */
  readonly isPlanar: boolean
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly highBit: number
  readonly isSigned: boolean
  /** From stored values to the values of the device, such as Hounsfield units: a table, or a slope and an intercept. */
  readonly modality: LookupTable | { readonly slope: number; readonly intercept: number }
  readonly suggested: LookupTable | ValueWindow | null
  readonly palette: readonly [LookupTable, LookupTable, LookupTable] | null
}

function readFloat(dataset: DataSet, tag: string): number | null {
  const text = readText(dataset, tag, 0)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

function findItem(dataset: DataSet | undefined, tag: string, index = 0): DataSet | undefined {
  return dataset?.elements[tag]?.items?.[index]?.dataSet
}

function toTable(
  dataset: DataSet,
  { descriptor, data }: { readonly descriptor: string; readonly data: string },
  isSigned: boolean,
): LookupTable | null {
  const stored = dataset.elements[data]
  const length = dataset.uint16(descriptor, 0)
  const bits = dataset.uint16(descriptor, 2)
  const first = isSigned ? dataset.int16(descriptor, 1) : dataset.uint16(descriptor, 1)
  if (stored === undefined || length === undefined || first === undefined || bits === undefined) return null
  // 65,536 entries do not fit into the 16 bits of the length.
  const entries = length === 0 ? 65_536 : length
  const isBytes = stored.length < entries * 2
  if (stored.length < entries) return null
  const values = new Uint16Array(entries)
  for (let index = 0; index < entries; index++)
    values[index] =
      (isBytes ? dataset.byteArray[stored.dataOffset + index] : dataset.uint16(data, index)) ?? 0
  return { first, values, most: 2 ** (isBytes ? 8 : Math.min(16, bits)) - 1 }
}

const lutElements = { descriptor: 'x00283002', data: 'x00283006' } as const

function readModality(
  dataset: DataSet,
  groups: readonly DataSet[],
  isSigned: boolean,
): FramePixels['modality'] {
  const sequence = findItem(dataset, 'x00283000')
  const table = sequence === undefined ? null : toTable(sequence, lutElements, isSigned)
  if (table !== null) return table
  const own = groups.flatMap((group) => findItem(group, 'x00289145') ?? []).concat(dataset)
  const source = own.find((one) => readFloat(one, 'x00281053') !== null)
  if (source === undefined) return { slope: 1, intercept: 0 }
  return { slope: readFloat(source, 'x00281053') ?? 1, intercept: readFloat(source, 'x00281052') ?? 0 }
}

function windowShape(dataset: DataSet): ValueWindow['shape'] {
  const shape = readText(dataset, 'x00281056')
  return shape === 'LINEAR_EXACT' || shape === 'SIGMOID' ? shape : 'LINEAR'
}

function readSuggested(dataset: DataSet, groups: readonly DataSet[]): FramePixels['suggested'] {
  const sources = groups.flatMap((group) => findItem(group, 'x00289132') ?? []).concat(dataset)
  for (const source of sources) {
    const center = readFloat(source, 'x00281050')
    const width = readFloat(source, 'x00281051')
    const shape = windowShape(source)
    if (center !== null && width !== null && width >= (shape === 'LINEAR' ? 1 : Number.MIN_VALUE))
      return { center, width, shape }
  }
  const sequence = findItem(dataset, 'x00283010')
  // The first input of this table is written with a sign if the values before it can be negative.
  return sequence === undefined ? null : toTable(sequence, lutElements, dataset.uint16('x00280103') === 1)
}

const paletteElements = [
  { descriptor: 'x00281101', data: 'x00281201' },
  { descriptor: 'x00281102', data: 'x00281202' },
  { descriptor: 'x00281103', data: 'x00281203' },
] as const

function readPalette(dataset: DataSet, isSigned: boolean): FramePixels['palette'] {
  const [red, green, blue] = paletteElements.map((elements) => toTable(dataset, elements, isSigned))
  return red && green && blue ? [red, green, blue] : null
}

export function framePixels(elements: ImageElements, frame: number, bytes: Uint8Array): FramePixels {
  const { dataset, transferSyntax, rows, columns, samples, photometric, bitsAllocated } = elements
  const isSigned = dataset.uint16('x00280103') === 1
  const bitsStored = dataset.uint16('x00280101') ?? bitsAllocated
  // What differs between the frames is in the group of the frame, the rest in the group of all (PS3.3 C.7.6.16).
  const groups = [findItem(dataset, 'x52009230', frame - 1), findItem(dataset, 'x52009229')].flatMap(
    (one) => one ?? [],
  )
  return {
    transferSyntax,
    bytes,
    rows,
    columns,
    samples,
    photometric,
    isPlanar: dataset.uint16('x00280006') === 1,
    bitsAllocated,
    bitsStored,
    highBit: dataset.uint16('x00280102') ?? bitsStored - 1,
    isSigned,
    modality: readModality(dataset, groups, isSigned),
    suggested: readSuggested(dataset, groups),
    palette: photometric === 'PALETTE COLOR' ? readPalette(dataset, isSigned) : null,
  }
}

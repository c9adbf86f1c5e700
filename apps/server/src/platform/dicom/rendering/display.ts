/** Turns decoded pixels into an image of 8 bits for each sample, as PS3.3 C.7.6.3 and C.11 describe. The stored values stay unchanged. */
import type { FramePixels, LookupTable, ValueWindow } from './frame-pixels.ts'

export class UnshowableImageError extends Error {
  /** Whether its file is damaged. Otherwise the portal has no decoder for it. */
  readonly isDamaged: boolean

  constructor(message: string, { isDamaged = false }: { readonly isDamaged?: boolean } = {}) {
    super(message)
    this.isDamaged = isDamaged
  }
}

export type DisplayImage = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}

export type DecodedPixels = Uint8Array | Uint16Array

type Range = { readonly center: number; readonly width: number }

function look({ first, values }: LookupTable, input: number): number {
  const index = Math.min(values.length - 1, Math.max(0, Math.round(input) - first))
  return values[index] ?? 0
}

/** Returns the grey, from 0 to 1, of a value in a window (PS3.3 C.11.2.1.2 and C.11.2.1.3). */
function toGrey({ center, width, shape }: ValueWindow, value: number): number {
  if (shape === 'SIGMOID') return 1 / (1 + Math.exp((-4 * (value - center)) / width))
  const [middle, range] = shape === 'LINEAR' ? [center - 0.5, width - 1] : [center, width]
  if (value <= middle - range / 2) return 0
  if (value > middle + range / 2) return 1
  return (value - middle) / range + 0.5
}

function createReading({ bitsStored, highBit, isSigned }: FramePixels) {
  const shift = Math.max(0, highBit + 1 - bitsStored)
  const mask = 2 ** bitsStored - 1
  const signBit = 2 ** (bitsStored - 1)
  return {
    toCode: (sample: number) => (sample >>> shift) & mask,
    toMeaning: (code: number) => (isSigned && code >= signBit ? code - 2 ** bitsStored : code),
    codes: mask + 1,
  }
}

function wholeRange(
  pixels: FramePixels,
  present: Uint8Array,
  toMeaning: (code: number) => number,
): ValueWindow {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const isWhole = pixels.bitsStored <= 8
  for (let code = 0; code < present.length; code++) {
    if (present[code] !== 1 && !isWhole) continue
    const value = toMeaning(code)
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const width = Math.max(1, most - least)
  return { center: least + width / 2, width, shape: 'LINEAR_EXACT' }
}

function greyTable(pixels: FramePixels, present: Uint8Array, wanted: Range | null): Uint8Array {
  const { toMeaning, codes } = createReading(pixels)
  const { modality, suggested, photometric } = pixels
  const deviceValue = (code: number) =>
    'slope' in modality
      ? toMeaning(code) * modality.slope + modality.intercept
      : look(modality, toMeaning(code))
  const shown =
    wanted === null
      ? (suggested ?? wholeRange(pixels, present, deviceValue))
      : { ...wanted, shape: 'LINEAR' as const }
  const isInverse = photometric === 'MONOCHROME1'
  const table = new Uint8Array(codes)
  for (let code = 0; code < codes; code++) {
    const value = deviceValue(code)
    const grey = 'values' in shown ? look(shown, value) / shown.most : toGrey(shown, value)
    table[code] = Math.round(255 * (isInverse ? 1 - grey : grey))
  }
  return table
}

function showGrey(pixels: FramePixels, samples: DecodedPixels, wanted: Range | null): Uint8Array {
  if (pixels.bitsStored < 1 || pixels.bitsStored > 16 || pixels.highBit > 15)
    throw new UnshowableImageError(`${pixels.bitsStored} bits for each sample`)
  const { toCode, codes } = createReading(pixels)
  const present = new Uint8Array(codes)
  for (const sample of samples) present[toCode(sample)] = 1
  const table = greyTable(pixels, present, wanted)
  const data = new Uint8Array(samples.length)
  for (let index = 0; index < samples.length; index++) data[index] = table[toCode(samples[index] ?? 0)] ?? 0
  return data
}

function showPalette(pixels: FramePixels, samples: DecodedPixels): Uint8Array {
  const { palette } = pixels
  if (palette === null) throw new UnshowableImageError('a palette that cannot be read')
  const { toCode, toMeaning } = createReading(pixels)
  const data = new Uint8Array(samples.length * 3)
  for (let index = 0; index < samples.length; index++) {
    const value = toMeaning(toCode(samples[index] ?? 0))
    for (const [channel, table] of palette.entries())
      data[index * 3 + channel] = table.most > 255 ? look(table, value) >>> 8 : look(table, value)
  }
  return data
}

function interleaved(data: Uint8Array): Uint8Array {
  const count = data.length / 3
  const result = new Uint8Array(data.length)
  for (let index = 0; index < count; index++)
    for (let channel = 0; channel < 3; channel++)
      result[index * 3 + channel] = data[channel * count + index] ?? 0
  return result
}

function withOwnColours(data: Uint8Array): Uint8Array {
  const result = new Uint8Array((data.length / 4) * 6)
  for (let from = 0, to = 0; from + 3 < data.length; from += 4, to += 6) {
    const [first = 0, second = 0, blue = 0, red = 0] = data.subarray(from, from + 4)
    result.set([first, blue, red, second, blue, red], to)
  }
  return result
}

/** Converts brightness and colour differences to red, green and blue (ITU-R BT.601, as PS3.3 C.7.6.3.1.2). */
function toRgb(data: Uint8Array): Uint8Array {
  const result = new Uint8ClampedArray(data.length)
  for (let index = 0; index + 2 < data.length; index += 3) {
    const bright = data[index] ?? 0
    const blue = (data[index + 1] ?? 0) - 128
    const red = (data[index + 2] ?? 0) - 128
    result[index] = bright + 1.402 * red
    result[index + 1] = bright - 0.344136 * blue - 0.714136 * red
    result[index + 2] = bright + 1.772 * blue
  }
  return new Uint8Array(result.buffer)
}

function showColour(pixels: FramePixels, samples: DecodedPixels): Uint8Array {
  if (!(samples instanceof Uint8Array)) throw new UnshowableImageError('colours of more than 8 bits')
  const data = pixels.isPlanar ? interleaved(samples) : samples
  if (pixels.photometric === 'RGB') return data
  if (pixels.photometric === 'YBR_FULL') return toRgb(data)
  if (pixels.photometric === 'YBR_FULL_422') return toRgb(withOwnColours(data))
  throw new UnshowableImageError(`colours as ${pixels.photometric}`)
}

export function toDisplay(pixels: FramePixels, samples: DecodedPixels, wanted: Range | null): DisplayImage {
  const { columns: width, rows: height, photometric } = pixels
  const isGrey = photometric === 'MONOCHROME1' || photometric === 'MONOCHROME2'
  const channels = isGrey ? 1 : 3
  const data = isGrey
    ? showGrey(pixels, samples, wanted)
    : photometric === 'PALETTE COLOR'
      ? showPalette(pixels, samples)
      : showColour(pixels, samples)
  if (data.length !== width * height * channels) throw new UnshowableImageError('pixels of another size')
  return { width, height, channels, data }
}

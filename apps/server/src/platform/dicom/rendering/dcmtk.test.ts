/** Compares rendered images with those of dcmtk's `dcm2pnm`, for each way of writing pixels. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import {
  type ImageFileOptions,
  makeImageFile,
  rampOf,
} from '../../../../test/external/image-archive/image-file.ts'
import { findOrthanc } from '../../../../test/external/image-archive/orthanc.ts'
import { checkImageFile } from '../image-file.ts'
import { createDecoder } from './decoder.ts'
import { renderFrame, type WantedFrame } from './render-frame.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'rendering-'))
const decoder = createDecoder()
afterAll(() => {
  decoder.end()
  rmSync(folder, { recursive: true, force: true })
})

const [plain, converted, picture] = ['plain.dcm', 'converted.dcm', 'picture.png'].map((name) =>
  join(folder, name),
) as [string, string, string]

/** Returns the samples of an image for browsers. */
const samplesOf = async (bytes: Buffer, isColour: boolean) => {
  const { data, info } = await sharp(bytes)
    .toColourspace(isColour ? 'srgb' : 'b-w')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, size: [info.width, info.height, info.channels] }
}

type Case = {
  readonly name: string
  readonly image: ImageFileOptions
  /** The program and its options that write the file in another way. */
  readonly convert?: readonly [string, ...string[]]
  readonly frame?: number
  readonly window?: WantedFrame['window']
  /** How dcm2pnm chooses the window. */
  readonly like: readonly string[]
  /** The largest difference of a sample. JPEG for browsers changes some by a few steps. */
  readonly most?: number
}

const side = { rows: 64, columns: 48 } as const
const grey12 = { ...side, window: [900, 3500], rescale: [1, -1024] } as const
const grey8 = { ...side, bitsAllocated: 8, bitsStored: 8 } as const
const colour = { ...grey8, samples: 3 } as const
const suggested = ['+Wi', '1']
const whole = ['+Wm']

const cases: readonly Case[] = [
  { name: 'explicit little endian, 12 bits with rescale', image: grey12, like: suggested },
  { name: 'implicit little endian', image: grey12, convert: ['dcmconv', '+ti'], like: suggested },
  { name: 'big endian', image: grey12, convert: ['dcmconv', '+tb'], like: suggested },
  {
    name: 'a window that was asked for',
    image: grey12,
    window: { center: -600, width: 1500 },
    like: ['+Ww', '-600', '1500'],
  },
  {
    name: 'signed values',
    image: { ...grey12, bitsStored: 16, signed: true, window: [0, 30_000], rescale: [1, 0] },
    like: suggested,
  },
  {
    name: 'a slope that is no whole number',
    image: { ...grey12, window: [1000, 2000], rescale: [0.5, -10] },
    like: suggested,
  },
  { name: 'MONOCHROME1', image: { ...grey12, photometric: 'MONOCHROME1' }, like: suggested },
  { name: 'no window, 12 bits', image: side, like: whole },
  { name: 'a sigmoid window', image: { ...grey12, windowFunction: 'SIGMOID' }, like: [...suggested, '+Wfs'] },
  { name: '8 bits', image: grey8, like: ['-W'] },
  { name: 'values in the high bits of a sample', image: { ...grey12, highBit: 15 }, like: suggested },
  {
    name: 'the third frame of a film',
    image: { ...grey12, bitsStored: 10, window: [-500, 1000], frames: 4 },
    frame: 3,
    like: suggested,
  },
  { name: 'RGB', image: colour, like: ['-W'] },
  { name: 'RGB in planes', image: { ...colour, planar: 1 }, like: ['-W'] },
  { name: 'brightness and colours', image: { ...colour, photometric: 'YBR_FULL' }, like: ['-W'], most: 8 },
  { name: 'run lengths, 12 bits', image: grey12, convert: ['dcmcrle'], like: suggested },
  { name: 'run lengths, colours', image: colour, convert: ['dcmcrle'], like: ['-W'] },
  {
    name: 'run lengths, the second frame',
    image: { ...grey12, frames: 3 },
    convert: ['dcmcrle'],
    frame: 2,
    like: suggested,
  },
  { name: 'JPEG baseline, grey', image: grey8, convert: ['dcmcjpeg', '+eb'], like: ['-W'] },
  { name: 'JPEG baseline, colours', image: colour, convert: ['dcmcjpeg', '+eb'], like: ['-W'], most: 8 },
  {
    name: 'JPEG baseline, the third frame',
    image: { ...grey8, frames: 3 },
    convert: ['dcmcjpeg', '+eb'],
    frame: 3,
    like: ['-W'],
  },
  { name: 'JPEG lossless, 12 bits', image: grey12, convert: ['dcmcjpeg', '+e1'], like: suggested },
  {
    name: 'JPEG lossless, another predictor',
    image: grey12,
    convert: ['dcmcjpeg', '+el', '+sv', '6'],
    like: suggested,
  },
  {
    name: 'JPEG lossless, signed 16 bits',
    image: { ...grey12, bitsStored: 16, signed: true, window: [0, 30_000], rescale: [1, 0] },
    convert: ['dcmcjpeg', '+e1'],
    like: suggested,
  },
  { name: 'JPEG lossless, colours', image: colour, convert: ['dcmcjpeg', '+e1'], like: ['-W'] },
  { name: 'JPEG-LS, 12 bits', image: grey12, convert: ['dcmcjpls'], like: suggested },
  { name: 'JPEG-LS, colours', image: colour, convert: ['dcmcjpls'], like: ['-W'] },
  { name: 'JPEG 2000, 12 bits', image: grey12, convert: ['gdcmconv', '--j2k'], like: suggested },
  { name: 'JPEG 2000, colours', image: colour, convert: ['gdcmconv', '--j2k'], like: ['-W'] },
]

test.skipIf(findOrthanc() === null).each(cases)(
  'an image is rendered like with dcmtk: $name',
  async (one) => {
    const { image, convert, frame = 1, window = null, like, most = 4 } = one
    writeFileSync(plain, makeImageFile({ ...image, pixels: rampOf(image) }))
    if (convert !== undefined) await run(convert[0], [...convert.slice(1), plain, converted])
    const file = readFileSync(convert === undefined ? plain : converted)
    // dcm2pnm cannot read JPEG 2000, which GDCM wrote without loss.
    const judged = convert?.[0] === 'gdcmconv' || convert === undefined ? plain : converted
    const reader =
      convert?.[0] === 'dcmcjpeg' ? 'dcmj2pnm' : convert?.[0] === 'dcmcjpls' ? 'dcml2pnm' : 'dcm2pnm'
    await run(reader, ['+on', '+F', String(frame), ...like, judged, picture])
    const expected = await samplesOf(readFileSync(picture), image.samples === 3)

    const open = () => Readable.from([file], { objectMode: false })
    const elements = await checkImageFile(open())
    expect(elements).toMatchObject({ frames: image.frames ?? 1 })
    const shown = await renderFrame(open(), { frame, window, size: null }, decoder)
    const given = await samplesOf(shown, image.samples === 3)
    expect(given.size).toEqual(expected.size)
    const differences = Array.from(given.data, (sample, index) =>
      Math.abs(sample - (expected.data[index] ?? 0)),
    )
    expect(Math.max(...differences)).toBeLessThanOrEqual(most)
    expect(new Set(expected.data).size).toBeGreaterThan(20)
  },
)

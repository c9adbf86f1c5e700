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
  createRamp,
  type ImageFileOptions,
  makeImageFile,
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
  /** The program and its options that write the file in another way. */
  readonly convert?: readonly [string, ...string[]]
  readonly frame?: number
  readonly window?: WantedFrame['window']
  /** The largest difference of a sample. JPEG for browsers changes some by a few steps. */
  readonly most?: number
}

const side = { rows: 64, columns: 48 } as const
const grey12 = { ...side, window: [900, 3500], rescale: [1, -1024] } as const
const grey8 = { ...side, bitsAllocated: 8, bitsStored: 8 } as const
const colour = { ...grey8, samples: 3 } as const
const signed16 = { ...grey12, bitsStored: 16, signed: true, window: [0, 30_000], rescale: [1, 0] } as const
const film = { ...grey12, bitsStored: 10, window: [-500, 1000], frames: 4 } as const
const suggested = ['+Wi', '1']
const whole = ['+Wm']

/** Name, image, how dcm2pnm chooses the window, and what differs from a plain file. */
const cases: readonly (readonly [string, ImageFileOptions, readonly string[], Case?])[] = [
  ['explicit little endian, 12 bits with rescale', grey12, suggested],
  ['implicit little endian', grey12, suggested, { convert: ['dcmconv', '+ti'] }],
  ['big endian', grey12, suggested, { convert: ['dcmconv', '+tb'] }],
  ['a window that was asked for', grey12, ['+Ww', '-600', '1500'], { window: { center: -600, width: 1500 } }],
  ['signed values', signed16, suggested],
  ['a slope that is no whole number', { ...grey12, window: [1000, 2000], rescale: [0.5, -10] }, suggested],
  ['MONOCHROME1', { ...grey12, photometric: 'MONOCHROME1' }, suggested],
  ['no window, 12 bits', side, whole],
  ['a sigmoid window', { ...grey12, windowFunction: 'SIGMOID' }, [...suggested, '+Wfs']],
  ['8 bits', grey8, ['-W']],
  ['values in the high bits of a sample', { ...grey12, highBit: 15 }, suggested],
  ['the third frame of a film', film, suggested, { frame: 3 }],
  ['RGB', colour, ['-W']],
  ['RGB in planes', { ...colour, planar: 1 }, ['-W']],
  ['brightness and colours', { ...colour, photometric: 'YBR_FULL' }, ['-W'], { most: 8 }],
  ['run lengths, 12 bits', grey12, suggested, { convert: ['dcmcrle'] }],
  ['run lengths, colours', colour, ['-W'], { convert: ['dcmcrle'] }],
  ['run lengths, the second frame', { ...grey12, frames: 3 }, suggested, { convert: ['dcmcrle'], frame: 2 }],
  ['JPEG baseline, grey', grey8, ['-W'], { convert: ['dcmcjpeg', '+eb'] }],
  ['JPEG baseline, colours', colour, ['-W'], { convert: ['dcmcjpeg', '+eb'], most: 8 }],
  [
    'JPEG baseline, the third frame',
    { ...grey8, frames: 3 },
    ['-W'],
    { convert: ['dcmcjpeg', '+eb'], frame: 3 },
  ],
  ['JPEG lossless, 12 bits', grey12, suggested, { convert: ['dcmcjpeg', '+e1'] }],
  ['JPEG lossless, another predictor', grey12, suggested, { convert: ['dcmcjpeg', '+el', '+sv', '6'] }],
  ['JPEG lossless, signed 16 bits', signed16, suggested, { convert: ['dcmcjpeg', '+e1'] }],
  ['JPEG lossless, colours', colour, ['-W'], { convert: ['dcmcjpeg', '+e1'] }],
  ['JPEG-LS, 12 bits', grey12, suggested, { convert: ['dcmcjpls'] }],
  ['JPEG-LS, colours', colour, ['-W'], { convert: ['dcmcjpls'] }],
  ['JPEG 2000, 12 bits', grey12, suggested, { convert: ['gdcmconv', '--j2k'] }],
  ['JPEG 2000, colours', colour, ['-W'], { convert: ['gdcmconv', '--j2k'] }],
]

test
  .skipIf(findOrthanc() === null)
  .each(cases.map(([name, image, like, more = {}]) => ({ name, image, like, ...more })))(
  'an image is rendered like with dcmtk: $name',
  async ({ image, like, convert, frame = 1, window = null, most = 4 }) => {
    writeFileSync(plain, makeImageFile({ ...image, pixels: createRamp(image) }))
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

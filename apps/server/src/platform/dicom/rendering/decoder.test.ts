import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import {
  createRamp,
  type ImageFileOptions,
  makeImageFile,
} from '../../../../test/external/image-archive/image-file.ts'
import { readFrame, transferSyntaxes } from '../image-file.ts'
import { element, fileMeta, text, unsigned } from '../write-elements.ts'
import { createDecoder } from './decoder.ts'
import type { DisplayImage } from './display.ts'
import { framePixels } from './frame-pixels.ts'
import { findUnshowableReason, renderFrame } from './render-frame.ts'

type Window = { readonly center: number; readonly width: number }

function startDecoder(limits?: Parameters<typeof createDecoder>[0]) {
  const decoder = createDecoder(limits)
  onTestFinished(decoder.end)
  const open = (options: ImageFileOptions) => Readable.from([makeImageFile(options)], { objectMode: false })
  return {
    decoder,
    decode: async (
      options: ImageFileOptions,
      window: Window | null = null,
      frame = 1,
    ): Promise<DisplayImage> => {
      const { elements, bytes } = await readFrame(open(options), frame)
      return decoder.decode(framePixels(elements, frame, bytes), window)
    },
    render: (options: ImageFileOptions, frame = 1, size: number | null = null) =>
      renderFrame(open(options), { frame, window: null, size }, decoder),
  }
}

/** Four pixels beside each other. */
const row = { rows: 1, columns: 4 } as const

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2)
  return bytes
}

function sequence(group: number, number: number, ...items: readonly Buffer[]): Buffer {
  const written = items.flatMap((content) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(0xe000fffe, 0)
    head.writeUInt32LE(content.length, 4)
    return [head, content]
  })
  return element(group, number, 'SQ', Buffer.concat(written))
}

const table = (first: number, bits: number, values: readonly number[]) =>
  Buffer.concat([
    element(0x0028, 0x3002, 'US', words(values.length, first, bits)),
    element(0x0028, 0x3006, 'OW', words(...values)),
  ])

test('a value at the centre of a window is grey, and values beside it are black and white', async () => {
  const { decode } = startDecoder()
  const pixels = words(0, 1024, 1063, 4000)
  const image = await decode({ ...row, pixels, rescale: [1, -1024], window: [40, 400] })
  expect(image).toMatchObject({ width: 4, height: 1, channels: 1 })
  expect([...image.data]).toEqual([0, 102, 127, 255])
  const asked = await decode({ ...row, pixels, rescale: [1, -1024] }, { center: -512, width: 1024 })
  expect([...asked.data]).toEqual([0, 255, 255, 255])
})

test('negative stored values, values in high bits and MONOCHROME1 are read as they are meant', async () => {
  const { decode } = startDecoder()
  const signed = { ...row, bitsStored: 16, signed: true, pixels: words(-2000, -99, 99, 2000) } as const
  expect([...(await decode({ ...signed, window: [0.5, 201] })).data]).toEqual([0, 1, 254, 255])
  const high = { ...row, highBit: 15, pixels: words(0, 16_000, 32_000, 65_520) }
  const low = { ...row, pixels: words(0, 1000, 2000, 4095) }
  expect((await decode(high)).data).toEqual((await decode(low)).data)
  const inverse = await decode({ ...low, photometric: 'MONOCHROME1' })
  expect([...inverse.data]).toEqual([255, 193, 130, 0])
})

test('each frame of an enhanced object has its own window and rescaling, or else those of all frames', async () => {
  const { decode } = startDecoder()
  const window = (center: number, width: number) =>
    sequence(
      0x0028,
      0x9132,
      Buffer.concat([text(0x0028, 0x1050, 'DS', String(center)), text(0x0028, 0x1051, 'DS', String(width))]),
    )
  const rescale = sequence(
    0x0028,
    0x9145,
    Buffer.concat([text(0x0028, 0x1052, 'DS', '-1000'), text(0x0028, 0x1053, 'DS', '1')]),
  )
  const groups = [
    sequence(0x5200, 0x9229, Buffer.concat([window(2.5, 2), rescale])),
    sequence(0x5200, 0x9230, Buffer.alloc(0), window(0.5, 2001)),
  ]
  const pixels = words(0, 1001, 1004, 2000, 0, 1000, 1501, 2000)
  const film = { ...row, frames: 2, pixels, more: groups }
  expect([...(await decode(film)).data]).toEqual([0, 0, 255, 255])
  expect([...(await decode(film, null, 2)).data]).toEqual([0, 128, 191, 255])
})

test('tables of modality and display are applied, and a palette gives colours', async () => {
  const { decode } = startDecoder()
  const pixels = words(0, 1, 2, 3)
  const modality = sequence(0x0028, 0x3000, table(0, 16, [0, 10, 1000, 4000]))
  const withModality = await decode({ ...row, pixels, window: [1000.5, 2001], more: [modality] })
  expect([...withModality.data]).toEqual([0, 1, 128, 255])
  const display = sequence(0x0028, 0x3010, table(1, 8, [0, 51, 255]))
  expect([...(await decode({ ...row, pixels, more: [display] })).data]).toEqual([0, 0, 51, 255])

  const channel = (number: number, values: readonly number[]) => [
    element(0x0028, 0x1100 + number, 'US', words(values.length, 0, 16)),
    element(0x0028, 0x1200 + number, 'OW', words(...values.map((value) => value << 8))),
  ]
  const [red, green, blue] = [
    [255, 0, 0, 9],
    [0, 255, 0, 9],
    [0, 0, 255, 9],
  ].map((values, index) => channel(index + 1, values))
  const palette: ImageFileOptions = {
    ...{
      ...row,
      photometric: 'PALETTE COLOR',
      bitsAllocated: 8,
      bitsStored: 8,
      pixels: Buffer.from([0, 1, 2, 3]),
    },
    more: [red?.[0], green?.[0], blue?.[0], red?.[1], green?.[1], blue?.[1]].flatMap((one) => one ?? []),
  }
  const coloured = await decode(palette)
  expect([...coloured.data]).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9])
})

test('frames of a multi-frame file are read by their number, also in several fragments with and without a table', async () => {
  const { decode, render } = startDecoder()
  const film = { ...row, frames: 3, pixels: words(0, 0, 0, 4095, 4095, 0, 0, 0, 0, 4095, 0, 0) }
  expect([...(await decode(film, null, 2)).data]).toEqual([255, 0, 0, 0])
  await expect(render(film, 4)).rejects.toThrow('ends too early')

  const side = { rows: 16, columns: 16, bitsAllocated: 8, bitsStored: 8 } as const
  const jpegs = await Promise.all(
    [20, 120, 220].map((grey) =>
      sharp(Buffer.alloc(256, grey), { raw: { width: 16, height: 16, channels: 1 } })
        .toColourspace('b-w')
        .jpeg()
        .toBuffer(),
    ),
  )
  const even = jpegs.map((one) => (one.length % 2 === 0 ? one : Buffer.concat([one, Buffer.alloc(1)])))
  const fragments = even.flatMap((one) => [one.subarray(0, 100), one.subarray(100)])
  const lengths = even.map((one) => one.length + 16)
  const offsets = [0, lengths[0] ?? 0, (lengths[0] ?? 0) + (lengths[1] ?? 0)]
  const compressed = { ...side, frames: 3, transferSyntax: transferSyntaxes.jpegBaseline, fragments }
  for (const options of [compressed, { ...compressed, offsets }])
    for (const [index, grey] of [20, 120, 220].entries()) {
      const shown = await sharp(await render(options, index + 1)).stats()
      expect(Math.abs((shown.channels[0]?.mean ?? 0) - grey)).toBeLessThan(2)
    }
})

test('colours of 8 bits in words with the high byte first are shown in their own colours, also where frames share a word', async () => {
  const { decoder } = startDecoder()
  // Two frames of three pixels: 9 bytes each.
  const pixels = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  const uid = (value: string) => Buffer.from(value.padEnd(value.length + (value.length % 2), '\0'))
  const bigEndian = (group: number, number: number, vr: string, value: Buffer) => {
    const head = Buffer.alloc(vr === 'OW' ? 12 : 8)
    head.writeUInt16BE(group, 0)
    head.writeUInt16BE(number, 2)
    head.write(vr, 4, 'latin1')
    if (vr === 'OW') head.writeUInt32BE(value.length, 8)
    else head.writeUInt16BE(value.length, 6)
    return Buffer.concat([head, value])
  }
  const short = (number: number, value: number) => bigEndian(0x0028, number, 'US', Buffer.from([0, value]))
  const file = Buffer.concat([
    fileMeta({ sopClass: '1.2.3', instance: '1.2.3.4', transferSyntax: transferSyntaxes.bigEndian }),
    bigEndian(0x0008, 0x0018, 'UI', uid('1.2.3.4')),
    ...[short(0x0002, 3), bigEndian(0x0028, 0x0004, 'CS', Buffer.from('RGB ')), short(0x0006, 0)],
    ...[bigEndian(0x0028, 0x0008, 'IS', Buffer.from('2 ')), short(0x0010, 1), short(0x0011, 3)],
    ...[short(0x0100, 8), short(0x0101, 8), short(0x0102, 7), short(0x0103, 0)],
    bigEndian(0x7fe0, 0x0010, 'OW', Buffer.from(pixels).swap16()),
  ])
  for (const frame of [1, 2]) {
    const { elements, bytes } = await readFrame(Readable.from([file], { objectMode: false }), frame)
    const { data } = await decoder.decode(framePixels(elements, frame, bytes), null)
    expect([...data]).toEqual([...pixels.subarray(9 * (frame - 1), 9 * frame)])
  }
})

test('an image is scaled into the asked size, and never enlarged', async () => {
  const { render } = startDecoder()
  const sizeOf = async (bytes: Buffer) => {
    const { width, height, format } = await sharp(bytes).metadata()
    return [width, height, format]
  }
  const options = { rows: 40, columns: 20, pixels: createRamp({ rows: 40, columns: 20 }) }
  expect(await sizeOf(await render(options, 1, 20))).toEqual([10, 20, 'jpeg'])
  expect(await sizeOf(await render(options, 1, 400))).toEqual([20, 40, 'jpeg'])
})

const colour8 = { ...row, samples: 3, bitsAllocated: 8, bitsStored: 8, pixels: Buffer.alloc(12) } as const
const bytes8 = { ...row, bitsAllocated: 8, bitsStored: 8 } as const
const noise = { fragments: [Buffer.alloc(64, 1)] }
const { jpegBaseline, jpegExtended, jpegLosslessFirstOrder, jpeg2000, jpegLs, rle } = transferSyntaxes
const halfJpeg = { transferSyntax: jpegBaseline, fragments: [Buffer.from('ffd8ffe0', 'hex')] }
const quantization = `ffdb004300${'01'.repeat(64)}`
/** A JPEG image with 12 bits for each sample. */
const jpeg12 = {
  transferSyntax: jpegExtended,
  fragments: [Buffer.from(`ffd8${quantization}ffc1000b0c0001000401011100ffda0008010100003f00ffd9`, 'hex')],
}
const bits32 = { ...row, bitsAllocated: 32, bitsStored: 32, pixels: Buffer.alloc(16) } as const
const unshowable: readonly (readonly [string, ImageFileOptions, string, 'unsupported' | 'damaged'])[] = [
  ['of 32 bits', bits32, '32 bits for each sample', 'unsupported'],
  [
    'with colours of 16 bits',
    { ...row, samples: 3, pixels: Buffer.alloc(24) },
    'colours of more than 8 bits',
    'unsupported',
  ],
  ['with unknown colours', { ...colour8, photometric: 'CMYK' }, 'colours as CMYK', 'unsupported'],
  ['without its palette', { ...row, photometric: 'PALETTE COLOR' }, 'a palette', 'unsupported'],
  [
    'in an unknown syntax',
    { ...noise, transferSyntax: '1.2.840.10008.1.2.4.201' },
    'the transfer syntax',
    'unsupported',
  ],
  ['with JPEG of 12 bits', { ...row, ...jpeg12 }, 'precision 12', 'unsupported'],
  ['with damaged JPEG', { ...bytes8, ...halfJpeg }, 'a JPEG image that cannot be read', 'damaged'],
  [
    'with damaged lossless JPEG',
    { ...noise, transferSyntax: jpegLosslessFirstOrder },
    'damaged pixels',
    'damaged',
  ],
  ['with damaged JPEG 2000', { ...noise, transferSyntax: jpeg2000 }, '', 'damaged'],
  ['with damaged JPEG-LS', { ...noise, transferSyntax: jpegLs }, 'damaged pixels', 'damaged'],
  [
    'with damaged run lengths',
    { ...noise, transferSyntax: rle },
    'compressed pixels of another size',
    'damaged',
  ],
]
test.each(unshowable)(
  'an image %s is not shown, and the next one is',
  async (_name, options, reason, kind) => {
    const { decode, render } = startDecoder()
    const found = findUnshowableReason(await render(options).catch((thrown: unknown) => thrown))
    expect(found?.message).toContain(reason)
    expect(found?.unshowable).toBe(kind)
    expect((await decode(row)).data).toHaveLength(4)
  },
)

test('a thread ends with a frame that takes too long and when it is not used, and frames that waited are decoded', async () => {
  const threads: Worker[] = []
  const onThread = (thread: Worker) => threads.push(thread)
  process.on('worker', onThread)
  onTestFinished(() => void process.off('worker', onThread))
  const limits = {
    idle: 10,
    /** No time for the first thread. */
    get timeout() {
      return threads.length > 1 ? 20_000 : 0
    },
  }
  const { decode } = startDecoder(limits)
  const [slow, ...waiting] = [decode(row), decode(row), decode(row)]
  await expect(slow).rejects.toThrow('decoding takes too long')
  for (const image of await Promise.all(waiting)) expect(image.data).toHaveLength(4)
  const [, second] = threads
  if (second) await once(second, 'exit')
  expect((await decode({ ...row, more: [unsigned(0x0028, 0x2110, 'US', 0)] })).data).toHaveLength(4)
  expect(threads).toHaveLength(3)
})

/** Draws the two photos of a passport account. They show no real face and no real document. */
import { crc32, deflateSync } from 'node:zlib'
import { createSeededRandom } from './seeded-random.ts'

const width = 480
const height = 302

type Colour = readonly [red: number, green: number, blue: number]
type Shape = { readonly colour: Colour; readonly covers: (x: number, y: number) => boolean }

const rectangle = (x: number, y: number, w: number, h: number, colour: Colour): Shape => ({
  colour,
  covers: (px, py) => px >= x && px < x + w && py >= y && py < y + h,
})
const circle = (x: number, y: number, radius: number, colour: Colour): Shape => ({
  colour,
  covers: (px, py) => (px - x) ** 2 + (py - y) ** 2 < radius ** 2,
})
const shoulders = (x: number, top: number, w: number, colour: Colour): Shape => ({
  colour,
  covers: (px, py) => py > top && ((px - x) / w) ** 2 + ((py - top - w) / w) ** 2 < 1,
})
const only = (shape: Shape, within: Shape): Shape => ({
  ...shape,
  covers: (x, y) => within.covers(x, y) && shape.covers(x, y),
})
const wave = (y: number, colour: Colour): Shape => ({
  colour,
  covers: (px, py) => Math.abs(py - y - 14 * Math.sin(px / 46)) < 6,
})

const ice: Colour = [231, 245, 248]
const pale: Colour = [205, 233, 239]
const lake: Colour = [102, 186, 203]
const deep: Colour = [11, 86, 104]
const dawn: Colour = [255, 225, 214]
const card: Colour = [14, 108, 130]
const skins: readonly Colour[] = [
  [240, 134, 106],
  [214, 150, 120],
  [178, 112, 84],
  [146, 92, 70],
]
const coats: readonly Colour[] = [
  [161, 57, 32],
  [42, 77, 181],
  [27, 115, 74],
  [88, 98, 124],
]

function skinOf(key: string): Colour {
  return createSeededRandom(`skin:${key}`).pick(skins)
}

/**
 * Draws the page of a passport, with lines instead of words. `key` chooses the colours. A PNG of 480 by 302.
 */
export function passportPhoto(key: string): Uint8Array {
  const skin = skinOf(key)
  const photo = rectangle(28, 34, 130, 164, pale)
  const lines = [120, 200, 160, 186, 134].map((length, index) =>
    rectangle(184, 42 + index * 30, length, index === 0 ? 13 : 10, deep),
  )
  return png([
    rectangle(0, 0, width, height, ice),
    ...[90, 150, 210].map((y) => wave(y, pale)),
    photo,
    only(circle(93, 96, 33, skin), photo),
    only(shoulders(93, 140, 56, lake), photo),
    ...lines,
    rectangle(28, 228, 424, 13, [90, 130, 142]),
    rectangle(28, 256, 424, 13, [90, 130, 142]),
  ])
}

/** Draws a person who holds a passport beside the face. `key` chooses the colours. A PNG of 480 by 302. */
export function selfiePhoto(key: string): Uint8Array {
  const skin = skinOf(key)
  const coat = createSeededRandom(`coat:${key}`).pick(coats)
  return png([
    rectangle(0, 0, width, height, dawn),
    shoulders(200, 184, 118, coat),
    circle(200, 112, 60, skin),
    rectangle(290, 142, 132, 96, card),
    circle(356, 182, 22, pale),
    circle(356, 182, 17, card),
    rectangle(326, 216, 60, 8, pale),
  ])
}

/** Paints the shapes over each other with 2 × 2 samples a pixel. Encodes the image as PNG (ISO/IEC 15948). */
function png(shapes: readonly Shape[]): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3
      const [red, green, blue] = colourAt(shapes, x, y)
      rows[at] = red
      rows[at + 1] = green
      rows[at + 2] = blue
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const white: Colour = [255, 255, 255]

function colourAt(shapes: readonly Shape[], x: number, y: number): Colour {
  const at = (dx: number, dy: number) =>
    shapes.findLast((shape) => shape.covers(x + dx, y + dy))?.colour ?? white
  const a = at(0.25, 0.25)
  const b = at(0.75, 0.75)
  // Only pixels on an edge need all four samples.
  if (a === b) return a
  const c = at(0.75, 0.25)
  const d = at(0.25, 0.75)
  const mean = (part: 0 | 1 | 2) => Math.round((a[part] + b[part] + c[part] + d[part]) / 4)
  return [mean(0), mean(1), mean(2)]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

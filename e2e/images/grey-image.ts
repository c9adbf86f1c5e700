/** Draws images for an image archive of a journey: a grey disc that differs from image to image, as PNG. */
import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Returns a square PNG with a disc of this radius, from 0 to 1, and this grey value, from 0 to 255. */
export function drawDisc(side: number, radius: number, grey: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // Eight bits of grey for each pixel.
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (side + 1))
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const away = Math.hypot(x - side / 2, y - side / 2) / (side / 2)
      rows[y * (side + 1) + 1 + x] = away < radius ? grey * (1 - away / 2) : 12
    }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

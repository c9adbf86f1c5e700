/** Adversarial files: malformed images and documents, and images with hidden data. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { buildPdf } from '../../apps/server/test/files/attachments.ts'

/** The text hidden beside the pixels of images. No stored image may contain it. */
export const hidden = 'OCULTO-EN-EL-ARCHIVO'

export type AdversarialFile = {
  readonly what: string
  readonly name: string
  readonly type: string
  readonly content: Buffer
  /**
   * `pdf`: stored unchanged where documents are accepted. `picture`: may be stored, but only its pixels.
   * `refused`: must be rejected.
   */
  readonly fate: 'refused' | 'picture' | 'pdf'
}

const square = { create: { width: 48, height: 32, channels: 3 as const, background: '#446688' } }

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 0, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

/** Returns a PNG that declares this size. Its compressed data holds `bytes` zeros. */
function bomb(width: number, height: number, bytes: number): Buffer {
  const data = deflateSync(Buffer.alloc(bytes), { level: 9 })
  return Buffer.concat([
    signature,
    header(width, height),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])
}

const script = `<script>alert('${hidden}')</script>`
/** Returns a PDF of one page whose catalogue has these entries too. */
const pdf = (entries: string) =>
  Buffer.from(buildPdf().toString().replace('/Type/Catalog', `/Type/Catalog${entries}`))

export async function adversarialFiles(): Promise<AdversarialFile[]> {
  const png = await sharp(square).png().toBuffer()
  const jpeg = await sharp(square).jpeg().toBuffer()
  const made = (format: 'gif' | 'webp' | 'tiff' | 'avif') => sharp(square).toFormat(format).toBuffer()
  const exif = {
    IFD0: { Copyright: hidden, Make: hidden },
    IFD3: { GPSLatitude: '33/1 26/1 0/1', GPSProcessingMethod: hidden },
  }
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description about="${hidden}"/></rdf:RDF></x:xmpmeta>`
  const profile = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(40_000_000))])
  const noise = Buffer.from(Array.from({ length: 1200 * 1200 * 3 }, (_, at) => (at * 2654435761) >>> 24))
  const large = await sharp(noise, { raw: { width: 1200, height: 1200, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const zip = Buffer.from(`PK\u0003\u0004\u0014\0\0\0\0\0${hidden}`, 'latin1')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert('${hidden}')">${script}</svg>`
  const rejected = (what: string, name: string, type: string, content: Buffer | string): AdversarialFile => ({
    what,
    name,
    type,
    content: Buffer.from(content),
    fate: 'refused',
  })
  const picture = (what: string, content: Buffer, name = 'a.png', type = 'image/png'): AdversarialFile => ({
    what,
    name,
    type,
    content,
    fate: 'picture',
  })
  const stored = (what: string, content: Buffer, name = 'a.pdf'): AdversarialFile => ({
    what,
    name,
    type: 'application/pdf',
    content,
    fate: 'pdf',
  })
  const jpg = (what: string, content: Buffer, name = 'a.jpg') => picture(what, content, name, 'image/jpeg')

  return [
    rejected('SVG as itself', 'a.svg', 'image/svg+xml', svg),
    rejected('SVG said to be PNG', 'a.png', 'image/png', svg),
    rejected('GIF', 'a.gif', 'image/gif', await made('gif')),
    rejected('ZIP said to be PDF', 'a.pdf', 'application/pdf', zip),
    rejected('page said to be PDF', 'a.pdf', 'application/pdf', `<html>${script}`),
    rejected('nothing', 'a.png', 'image/png', ''),
    rejected('PNG cut in the middle', 'a.png', 'image/png', large.subarray(0, 300_000)),
    picture('PNG named JPEG', png, 'a.jpg', 'image/jpeg'),
    jpg('JPEG without an extension', jpeg, 'foto'),
    jpg('JPEG with a zero in its name', jpeg, 'a.jpg\0.exe'),
    stored('PDF named PNG', pdf(''), 'a.png'),
    rejected('30,000 by 30,000 of nothing', 'a.png', 'image/png', bomb(30_000, 30_000, 1_000_000)),
    rejected('PNG whose size is negative', 'a.png', 'image/png', bomb(0xffffffff, 0xffffffff, 10)),
    picture('PNG with 40 MB packed into a colour profile', withChunk(png, 'iCCP', profile)),
    picture('PNG with a script in a text', withChunk(png, 'tEXt', Buffer.from(`Comment\0${script}`))),
    picture('PNG with EXIF', await sharp(square).withExif(exif).png().toBuffer()),
    picture('PNG with XMP', withChunk(png, 'iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`))),
    picture('PNG with a ZIP behind it', Buffer.concat([png, zip])),
    picture(
      'PNG with a wrong sum',
      Buffer.concat([png.subarray(0, -20), Buffer.from(hidden), png.subarray(-20)]),
    ),
    jpg('JPEG with EXIF and a place', await sharp(square).withExif(exif).jpeg().toBuffer()),
    jpg('JPEG cut at its end', jpeg.subarray(0, -30)),
    jpg('JPEG whose name is a path', jpeg, '../../../../etc/cron.d/a.jpg'),
    jpg('JPEG with a name of 10,000 letters', jpeg, `${'a'.repeat(10_000)}.jpg`),
    stored('PDF with a script', pdf(`/OpenAction<</S/JavaScript/JS(app.alert('${hidden}'))>>`)),
    rejected('PDF of nothing but its first line', 'a.pdf', 'application/pdf', '%PDF-1.7\n'),
  ]
}

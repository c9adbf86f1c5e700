import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** Returns a PDF of one empty page. A comment has this text, and spaces make it as long as `bytes`. */
export function buildPdf(text = '', bytes = 0): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  const rest = `${body}trailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n`
  const padding = ' '.repeat(Math.max(0, bytes - rest.length - Buffer.byteLength(text) - 11))
  return Buffer.from(`%PDF-1.7\n%${text}${padding}\n${rest}`)
}

export async function encryptedPdf(passwords: { userPassword?: string; ownerPassword?: string }) {
  const document = new PDFDocument({ ...passwords, pdfVersion: '1.7ext3' })
  document.text('Orden')
  document.end()
  return buffer(document)
}

export function pdfFile(name = 'orden.pdf', bytes = 2000): File {
  return new File([new Uint8Array(buildPdf('', bytes))], name, { type: 'application/pdf' })
}

/** Returns an image with hidden text in its metadata. */
export async function pngFile(name = 'foto.png'): Promise<File> {
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#446688' } })
    .withExif({ IFD0: { Copyright: 'secreto-en-el-exif' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}

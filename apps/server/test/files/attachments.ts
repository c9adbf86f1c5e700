/** Files that patients attach. */
import sharp from 'sharp'

/** Returns a file of `bytes` bytes that starts like a PDF. */
export function pdfFile(name = 'orden.pdf', bytes = 2000): File {
  const content = Buffer.alloc(bytes, 0x20)
  content.write('%PDF-1.7\n')
  return new File([content], name, { type: 'application/pdf' })
}

/** Returns an image with hidden text in its metadata. */
export async function pngFile(name = 'foto.png'): Promise<File> {
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#446688' } })
    .withExif({ IFD0: { Copyright: 'secreto-en-el-exif' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}

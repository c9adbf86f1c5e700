/** Converts images of the clinic to PNG, for mail programs and PDFs, which show no SVG. */
import type { ClinicImage } from '../clinic.store.ts'

/** The height of the images, in pixels: enough for a logo on a printed page. */
const height = 240

/** The most images that are held in memory. */
const mostConverted = 20

async function convert({ bytes }: ClinicImage): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { density: 300 }).resize({ height }).png().toBuffer()
}

/** Returns a function that returns an image as PNG. It holds the images that were converted last. */
export function createPngConverter(): (image: ClinicImage) => Promise<Buffer> {
  const converted = new Map<string, Promise<Buffer>>()
  return (image) => {
    const known = converted.get(image.sha256)
    if (known !== undefined) return known
    const made = convert(image).catch((error: unknown) => {
      converted.delete(image.sha256)
      throw error
    })
    const [oldest] = converted.keys()
    if (converted.size >= mostConverted && oldest !== undefined) converted.delete(oldest)
    converted.set(image.sha256, made)
    return made
  }
}

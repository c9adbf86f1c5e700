/** Converts images of the clinic to PNG: for mail programs and PDFs, which show no SVG, and as icons of an installed app. */
import type { AppIcon } from '@mi-portal/contract/clinic/public-clinic'
import type { ClinicImage } from '../../../ports/clinic.ts'

/** The height of the images, in pixels: enough for a logo on a printed page. */
const height = 240

const mostConverted = 20

/** The sides of icons, and the part of a side that the image takes: systems cut off the edge of a maskable icon. */
const icons = {
  192: { side: 192, part: 1 },
  512: { side: 512, part: 1 },
  maskable: { side: 512, part: 0.6 },
} as const satisfies Record<AppIcon, { side: number; part: number }>

async function convert({ bytes }: ClinicImage, icon: AppIcon | undefined): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const image = sharp(bytes, { density: 300 })
  if (icon === undefined) return image.resize({ height }).png().toBuffer()
  const { side, part } = icons[icon]
  const inner = Math.round(side * part)
  const margin = Math.floor((side - inner) / 2)
  const rest = side - inner - margin
  const background = part === 1 ? '#FFFFFF00' : '#FFFFFF'
  const resized = image
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background })
  return (part === 1 ? resized : resized.flatten({ background })).png().toBuffer()
}

/** The images that were converted last. An image never changes: its name is the hash of its content. */
const converted = new Map<string, Promise<Buffer>>()

export function convertToPng(image: ClinicImage, icon?: AppIcon): Promise<Buffer> {
  const name = `${image.sha256} ${icon ?? ''}`
  const known = converted.get(name)
  if (known !== undefined) return known
  const made = convert(image, icon).catch((error: unknown) => {
    converted.delete(name)
    throw error
  })
  const [oldest] = converted.keys()
  if (converted.size >= mostConverted && oldest !== undefined) converted.delete(oldest)
  converted.set(name, made)
  return made
}

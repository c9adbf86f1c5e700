import { mainColour } from '@mi-portal/contract/clinic/parts/branding'
import { expandColour } from '@mi-portal/contract/clinic/shades'
import type { Letterhead } from '../../../platform/pdf/letterhead.ts'
import type { PublishedClinic } from '../../../ports/clinic.ts'
import { convertToPng } from './png-images.ts'

/** Returns the present letterhead. Its logo is a PNG, because PDFs show no SVG. */
export async function readLetterhead({
  current,
  image,
}: Pick<PublishedClinic, 'current' | 'image'>): Promise<Letterhead> {
  const { clinic, branding } = current()
  const logo = await image(branding.logo)
  return {
    brand: clinic.brand,
    lines: branding.letterhead,
    colour: mainColour(branding.colours.action),
    neutral: expandColour(branding.colours.neutral),
    logo: logo && (await convertToPng(logo)),
  }
}

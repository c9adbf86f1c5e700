/** The letterhead of the published clinic. */
import { mainColour } from '@mi-portal/contract/clinic/parts/branding'
import { expandColour } from '@mi-portal/contract/clinic/shades'
import type { Letterhead } from '../../../platform/pdf/letterhead.ts'
import type { ReadLetterhead } from '../../../ports/clinic.ts'
import type { ClinicImage } from '../clinic.sql.ts'
import type { PublishedClinic } from '../published-clinic.service.ts'

/** Returns a function that reads the present letterhead. `pngOf` converts an image, because PDFs show no SVG. */
export function createLetterheadReader(
  { current, image }: Pick<PublishedClinic, 'current' | 'image'>,
  pngOf: (image: ClinicImage) => Promise<Buffer>,
): ReadLetterhead {
  return async (): Promise<Letterhead> => {
    const { clinic, branding } = current()
    const logo = await image(branding.logo)
    return {
      brand: clinic.brand,
      lines: branding.letterhead,
      colour: mainColour(branding.colours.action),
      neutral: expandColour(branding.colours.neutral),
      logo: logo && (await pngOf(logo)),
    }
  }
}

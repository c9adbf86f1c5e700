/** `branding.yaml`: logo, images, colours and letterhead. */
import * as z from 'zod/mini'
import * as field from '../fields.ts'

/** The shade of ten, from light to dark, that stands for the colour as a whole. */
const mainShade = 6

const shadesMessage = 'Escribe un color como "#2A4DB5", o una lista de diez, del más claro al más oscuro'

const colour = (description: string) =>
  z
    .union(
      [
        field.hexColour('One colour.'),
        z.array(field.hexColour('A shade.'), shadesMessage).check(z.length(10, shadesMessage)),
      ],
      shadesMessage,
    )
    .register(z.globalRegistry, { description })

export const branding = field.fields(
  {
    logo: field.imageName('Logo on a light background.'),
    logo_on_dark: field.imageName('Logo on a dark background.'),
    favicon: field.imageName('Icon of the browser tab.'),
    images: field.fields(
      {
        patient_panel: field.optional(
          field.imageName('Beside the sign-in form of patients, on wide screens.'),
        ),
        patient_panel_phone: field.optional(
          field.imageName('Above the sign-in form of patients, on phones.'),
        ),
        staff_panel: field.optional(field.imageName('Beside the sign-in form of staff.')),
        home: field.optional(field.imageName('At the top of the patient’s home page.')),
      },
      'Large images. A page without one shows its colours alone.',
    ),
    colours: field.fields(
      {
        action: colour('Buttons and links. White text on the main shade needs a contrast of 4.5.'),
        accent: colour('Focus, favourites, counters. The main shade needs a contrast of 3 on white.'),
        neutral: colour('Text and backgrounds. The main shade needs a contrast of 4.5 on white.'),
      },
      'Named colours: one colour, or ten shades from light to dark, of which the seventh is the main shade. Warnings, errors and successes keep the colours of the product.',
    ),
    mail_footer: field.list(
      field.text('A line.', 200),
      'Lines at the end of each mail. Empty: the portal writes its own.',
      6,
    ),
    letterhead: field.list(
      field.text('A line.', 120),
      'Lines below the clinic’s name on PDFs. Empty: name, address and phone of the site.',
      4,
    ),
  },
  'Logo, images, colours and letterhead.',
)

export function mainColour(colour: string | readonly string[]): string {
  return typeof colour === 'string' ? colour : (colour[mainShade] ?? '')
}

/** `legal/*.md` and `mails.yaml`: texts of the clinic. */
import type * as z from 'zod/mini'
import * as field from '../fields.ts'

export const legalTextKeys = ['terms', 'privacy', 'declaration', 'accessibility', 'rights'] as const

export const legalText = field.fields(
  {
    key: field.choice(
      'Name of the file without `.md`: terms of use, privacy notice, declaration of the guardian of a minor, accessibility of the portal, rights of patients.',
      legalTextKeys,
    ),
    version: field.text('Version of the text. Another text needs another version.', 20),
    valid_from: field.date('First day on which the version is in force.'),
    body: field.longText(
      'Text below the front matter, in Markdown: headings of level 2, paragraphs, lists, bold text. Placeholders such as `{brand}`, `{product}`, `{email}` and `{phone}` are replaced.',
    ),
  },
  'A legal text that patients accept or read.',
)
export type LegalText = z.output<typeof legalText>

export const mails = field.named(
  field.text('Name of a mail, such as `booking.booked`.', 80),
  field.named(
    field.key(
      'Passage of the mail: `subject`, `heading`, `opening` in place of the first paragraph, `closing` below everything else.',
    ),
    field.longText('The clinic’s own wording. Each line is a paragraph.', 2000),
    'Passages of the mail.',
  ),
  'The clinic’s own wording of mails, for each mail by passages. What is not listed keeps the wording of the product.',
)

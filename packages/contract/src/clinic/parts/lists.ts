/** The short lists of options: insurers, document types, quote types, display durations, contact and survey. */
import * as field from '../fields.ts'

export const insurer = field.fields(
  {
    id: field.number('Number of the insurer. It never changes.'),
    name: field.text('Name, as patients read it.', 100),
    short_name: field.text('Short name.', 60),
    offered: field.yesNo('Whether patients can choose the insurer. Past insurers stay with `no`.'),
    kind: field.choice('Kind of insurer.', [
      'fonasa',
      'isapre_abierta',
      'isapre_cerrada',
      'isapre_historica',
      'ffaa',
      'particular',
      'otro',
    ]),
    minsal_eis_code: field.orEmpty(field.text('Code in the health-information standard of MINSAL.', 10)),
    fonasa_tramo: field.orEmpty(
      field.choice('Income band of Fonasa. Insurers with a band are not to be offered.', [
        'A',
        'B',
        'C',
        'D',
      ]),
    ),
    rut: field.orEmpty(field.text('RUT of the company.', 12)),
  },
  'A health insurer.',
)

export const documentType = field.fields(
  {
    id: field.number('Number of the document type. It never changes.'),
    name: field.text('Name, as patients read it.', 120),
    only_titular_or_rep: field.yesNo(
      'Whether only the patient or a legal representative may ask for the document.',
    ),
  },
  'A document that patients can ask for.',
)

export const quoteType = field.fields(
  {
    id: field.number('Number of the quote type. It never changes.'),
    name: field.text('Name, as patients read it.', 120),
    needs_operating_hours: field.yesNo('Whether the form asks for the hours in the operating room.'),
    needs_forecast: field.yesNo('Whether the form asks for the health insurer.'),
    needs_order_file: field.yesNo('Whether the medical order must be attached.'),
  },
  'Something that patients can ask a quote for.',
)

export const displayDuration = field.fields(
  {
    id: field.number('Number of the row. It never changes.'),
    category_id: field.number('Number of the category. Rows of one category have the same number and name.'),
    category_name: field.text('Name of the category.', 60),
    name_exam: field.text('Kind of exam.', 120),
    day_withdrawal_portal: field.text('When the result is in the portal, such as `Mismo día`.', 60),
    day_withdrawal: field.text('When the result can be picked up.', 60),
    applies_to: field.codes(
      'Codes of exam specialties and procedure categories whose exams have this duration. Their patients see when a result is expected: `day_withdrawal_portal` is a number of days or hours.',
    ),
  },
  'When a kind of result is available.',
)

export const contact = field.fields(
  {
    reasons: field.list(
      field.fields(
        {
          id: field.number('Number of the reason. It never changes.'),
          name: field.text('Name, as patients read it.', 80),
          branch: field.choice('Whether the form asks for a branch.', ['none', 'optional', 'required']),
          exam: field.yesNo('Whether the form asks for date, type and name of an exam.'),
        },
        'A reason to write to the clinic.',
      ),
      'Reasons for a message to the clinic, in their order.',
      30,
    ),
    branches: field.optional(
      field.codes(
        'Codes of the sites that the form offers as branches, in their order. Left out: all sites.',
        0,
        'sites',
      ),
    ),
    exam_types: field.list(field.text('A type.', 80), 'Types of exams that the form offers.', 60),
  },
  'Options of the contact form.',
)

export const surveyOption = field.fields(
  {
    id: field.number('Number of the option. It never changes.'),
    name: field.text('Text of the option.', 80),
  },
  'Something that patients can comment on in the survey.',
)

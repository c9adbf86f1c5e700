/** A clinic package: what belongs to a clinic and not to the product, as one object. {@link parts} says in which files it is. */
import * as z from 'zod/mini'
import * as field from './fields.ts'
import { approvals } from './parts/approvals.ts'
import { bookingGroup } from './parts/booking-groups.ts'
import { branding } from './parts/branding.ts'
import { cannedAnswer } from './parts/canned-answers.ts'
import { clinic } from './parts/clinic.ts'
import { exam, examSpecialty } from './parts/exams.ts'
import { screenHelp } from './parts/help.ts'
import { laboratoryAnalyte, laboratoryPanel, laboratoryRange, reservedTests } from './parts/laboratory.ts'
import { contact, displayDuration, documentType, insurer, quoteType, surveyOption } from './parts/lists.ts'
import { preparation, questionnaire } from './parts/preparations.ts'
import { procedure, procedureCategory } from './parts/procedures.ts'
import { resultTexts, testPurpose } from './parts/result-texts.ts'
import { site } from './parts/sites.ts'
import { specialty } from './parts/specialties.ts'
import { legalText, mails } from './parts/texts.ts'

/** An image of the package. Its bytes are kept beside the package, under its name. */
const image = field.fields(
  {
    name: field.imageName('Name of the file in the folder `images`.'),
    media_type: field.choice('Media type.', ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']),
    sha256: field.text('SHA-256 of the file, in hexadecimal.', 64),
  },
  'An image.',
)

/**
 * The parts in the order of the documentation. `yaml` and `csv` are one file each, `markdown` and `images` a folder. A part with
 * `fields` is one object; a part with `row` is a list of such objects. A file of a part that is not `required` may be absent, which is
 * the same as an empty one.
 */
export const parts = {
  clinic: { format: 'yaml', path: 'clinic.yaml', fields: clinic, required: true },
  branding: { format: 'yaml', path: 'branding.yaml', fields: branding, required: true },
  images: { format: 'images', path: 'images', row: image, required: false },
  sites: { format: 'yaml', path: 'sites.yaml', row: site, required: true },
  bookingGroups: { format: 'yaml', path: 'booking-groups.yaml', row: bookingGroup, required: false },
  specialties: { format: 'csv', path: 'specialties.csv', row: specialty, required: false },
  examSpecialties: { format: 'csv', path: 'exam-specialties.csv', row: examSpecialty, required: false },
  exams: { format: 'csv', path: 'exams.csv', row: exam, required: false },
  procedureCategories: {
    format: 'csv',
    path: 'procedure-categories.csv',
    row: procedureCategory,
    required: false,
  },
  procedures: { format: 'csv', path: 'procedures.csv', row: procedure, required: false },
  preparations: { format: 'markdown', path: 'preparations', row: preparation, required: false },
  questionnaires: { format: 'yaml', path: 'questionnaires.yaml', row: questionnaire, required: false },
  laboratoryPanels: { format: 'csv', path: 'laboratory/panels.csv', row: laboratoryPanel, required: false },
  laboratoryAnalytes: {
    format: 'csv',
    path: 'laboratory/analytes.csv',
    row: laboratoryAnalyte,
    required: false,
  },
  laboratoryRanges: { format: 'csv', path: 'laboratory/ranges.csv', row: laboratoryRange, required: false },
  testPurposes: { format: 'csv', path: 'laboratory/purposes.csv', row: testPurpose, required: false },
  reservedTests: { format: 'yaml', path: 'reserved-tests.yaml', row: reservedTests, required: false },
  insurers: { format: 'csv', path: 'insurers.csv', row: insurer, required: false },
  documentTypes: { format: 'csv', path: 'document-types.csv', row: documentType, required: false },
  quoteTypes: { format: 'csv', path: 'quote-types.csv', row: quoteType, required: false },
  contact: { format: 'yaml', path: 'contact.yaml', fields: contact, required: false },
  cannedAnswers: { format: 'yaml', path: 'canned-answers.yaml', row: cannedAnswer, required: false },
  displayDurations: { format: 'csv', path: 'display-durations.csv', row: displayDuration, required: false },
  survey: { format: 'yaml', path: 'survey.yaml', row: surveyOption, required: false },
  resultTexts: { format: 'yaml', path: 'result-texts.yaml', fields: resultTexts, required: false },
  help: { format: 'yaml', path: 'help.yaml', row: screenHelp, required: false },
  legalTexts: { format: 'markdown', path: 'legal', row: legalText, required: false },
  mails: { format: 'yaml', path: 'mails.yaml', fields: mails, required: false },
  approvals: { format: 'yaml', path: 'approvals.yaml', fields: approvals, required: false },
} as const

export type PartName = keyof typeof parts
export const partNames = Object.keys(parts) as PartName[]

type PartContent<Part> = Part extends { readonly row: infer Row extends z.core.$ZodType }
  ? readonly z.output<Row>[]
  : Part extends { readonly fields: infer Fields extends z.core.$ZodType }
    ? z.output<Fields>
    : never

export type ClinicPackage = { readonly [Name in PartName]: PartContent<(typeof parts)[Name]> }

export type ClinicalContent = keyof ClinicPackage['approvals']

export const emptyParts = {
  contact: { reasons: [], exam_types: [] },
  resultTexts: {},
  mails: {},
  approvals: {},
} as const satisfies Partial<ClinicPackage>

export function getPartSchema(name: PartName): z.core.$ZodType {
  const part = parts[name]
  return 'row' in part ? z.array(part.row) : part.fields
}

/**
 * Returns the content of a part with its fields in the order of the schema, so that equal contents are equal as JSON.
 *
 * @throws {z.core.$ZodError} when the content does not fit the schema
 */
export function parsePart<Name extends PartName>(name: Name, content: unknown): ClinicPackage[Name] {
  // The schema of a part and the type of its content are two views of the same row of `parts`.
  return z.parse(getPartSchema(name), content) as ClinicPackage[Name]
}

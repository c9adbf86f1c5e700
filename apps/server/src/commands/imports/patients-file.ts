import { date } from '@mi-portal/contract/clinic/fields'
import { isCountryCode, showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import type { Day } from '@mi-portal/contract/values/dates'
import { documentType, isPassport } from '@mi-portal/contract/values/document-number'
import * as z from 'zod/mini'
import type { PackageError } from '../../modules/clinic/package/parsed-part.ts'
import type { ImportedPatient } from '../../modules/people/import-known-patients.ts'
import { name, requiredName, run } from './person-cells.ts'
import { type FileRow, findRepeated, readRows, type TableFile } from './table-file.ts'

const passportMessage = 'Escribe de 6 a 15 letras o números'
const genders = new Map([
  ['femenino', 1],
  ['masculino', 2],
  ['otro', 3],
  ['no informado', 4],
])
const countryMessage = 'Escribe el código de dos letras del país (ISO 3166-1), por ejemplo PE'
const genderMessage = `Escribe ${[...genders.keys()].join(', ')}`

/** The columns of the file. One of the two documents is filled in each row. */
const patientRow = z.object({
  run: z.nullable(run()),
  passport: z.nullable(
    z.pipe(
      z.string(passportMessage).check(z.trim(), z.refine(isPassport, passportMessage)),
      z.transform((text: string) => text.toUpperCase()),
    ),
  ),
  passport_country: z.nullable(
    z.string(countryMessage).check(z.toUpperCase(), z.refine(isCountryCode, countryMessage)),
  ),
  first_name: requiredName(80),
  last_name: requiredName(60),
  second_name: z.nullable(name(60)),
  date_birth: z.nullable(date('Birth date.')),
  gender: z.nullable(
    z.pipe(
      z.string(genderMessage).check(
        z.toLowerCase(),
        z.refine((text: string) => genders.has(text), genderMessage),
      ),
      z.transform((text: string) => genders.get(text) ?? null),
    ),
  ),
})

type PatientRow = z.output<typeof patientRow>

export function readPatientsFile(file: string, bytes: Uint8Array, today: Day): TableFile<ImportedPatient> {
  const { rows, errors } = readRows(file, bytes, patientRow)
  const patients = rows.flatMap((one) => toPatient(one) ?? [])
  return {
    rows: patients,
    errors: [
      ...errors,
      ...rows.flatMap((one) => rowErrors(file, one, today)),
      ...findRepeated(
        file,
        patients,
        'run',
        ({ document_type_id, document_number, document_country }) =>
          `${document_type_id} ${document_number} ${document_country ?? ''}`,
      ),
    ],
  }
}

function toPatient({ line, row }: FileRow<PatientRow>): FileRow<ImportedPatient> | null {
  const { run: ownRun, passport, passport_country, gender, second_name, ...patient } = row
  const document =
    ownRun === null
      ? { document_type_id: documentType.passport, document_number: passport }
      : { document_type_id: documentType.run, document_number: ownRun }
  const { document_type_id, document_number } = document
  if (document_number === null) return null
  const known = { ...patient, second_name: second_name ?? '', gender_id: gender }
  const document_country = ownRun === null ? passport_country : null
  return { line, row: { ...known, document_type_id, document_number, document_country } }
}

function rowErrors(file: string, { line, row }: FileRow<PatientRow>, today: Day): PackageError[] {
  const errorAt = (field: string, message: string, remedy: string) => ({ file, line, field, message, remedy })
  const errors: (PackageError | false)[] = [
    (row.run === null) === (row.passport === null) &&
      errorAt(
        'run',
        row.run === null ? 'Falta un valor' : 'La línea también trae passport',
        'Escribe run o passport, uno de los dos',
      ),
    row.date_birth !== null &&
      (row.date_birth > today || row.date_birth < '1900-01-01') &&
      errorAt(
        'date_birth',
        `«${row.date_birth}» no puede ser la fecha de nacimiento`,
        'Escribe una fecha desde 1900 y hasta hoy',
      ),
  ]
  return errors.filter((error) => error !== false)
}

export function showPatient({ line, row }: FileRow<ImportedPatient>): string {
  return `línea ${line}, ${showDocumentWithCountry(row.document_type_id, row.document_number, row.document_country)}`
}

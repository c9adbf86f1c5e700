import { date } from '@mi-portal/contract/clinic/fields'
import { cardNumber } from '@mi-portal/contract/values/codes/card-number'
import { type Day, isDay } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'
import type { PackageError } from '../../modules/clinic/package/parsed-part.ts'
import { maritalStatuses, type RegistryEntry } from '../../ports/civil-registry.ts'
import { name, requiredName, run } from './person-cells.ts'
import { type FileRow, findRepeated, readRows, type TableFile } from './table-file.ts'

const communeMessage = 'Escribe el código de la comuna (Código Único Territorial), por ejemplo 13123'
const commune = z.pipe(
  z.string(communeMessage).check(z.regex(/^\d{4,5}$/, communeMessage)),
  z.transform((text: string) => text.padStart(5, '0')),
)
const deathMessage =
  'Escribe el día del fallecimiento, por ejemplo 2026-11-02; «sí» si no se conoce; o deja la celda vacía'
const hashMessage = 'Escribe el valor que calculó registry:hash'

const people = {
  names: requiredName(80),
  last_name: requiredName(60),
  second_name: z.nullable(name(60)),
  date_birth: date('Birth date.'),
  mother_run: z.nullable(run()),
  mother_name: z.nullable(name(200)),
  father_run: z.nullable(run()),
  father_name: z.nullable(name(200)),
  marital_status: z.nullable(z.enum(maritalStatuses, `Escribe ${maritalStatuses.join(', ')}`)),
  birth_commune: z.nullable(commune),
  home_commune: z.nullable(commune),
  /** The day of the death; «sí» if it is not known. */
  deceased: z.nullable(
    z.string(deathMessage).check(z.refine((text) => text === 'sí' || isDay(text), deathMessage)),
  ),
}

/** The columns of a file to import. One of the two about the identity card is filled in each row. */
export const registryRow = z.object({
  run: run(),
  card_number: z.nullable(cardNumber()),
  card_hash: z.nullable(z.string(hashMessage).check(z.regex(/^[0-9a-f]{8}\.[\w-]{43}$/, hashMessage))),
  ...people,
})

export const hashedRegistryRow = z.object({ run: run(), card_hash: z.string(), ...people })

type RegistryRow = z.output<typeof registryRow>

type Checks = {
  readonly isOfThisInstallation: (hash: string) => boolean
  readonly communes: ReadonlySet<string>
  readonly today: Day
}

export function readRegistryFile(file: string, bytes: Uint8Array, checks: Checks): TableFile<RegistryRow> {
  const { rows, errors } = readRows(file, bytes, registryRow)
  return {
    rows,
    errors: [
      ...errors,
      ...findRepeated(file, rows, 'run', (row) => row.run),
      ...rows.flatMap((one) => rowErrors(file, one, checks)),
    ],
  }
}

export function findCardError(file: string, { line, row }: FileRow<RegistryRow>): PackageError | null {
  if ((row.card_number === null) !== (row.card_hash === null)) return null
  const message = row.card_number === null ? 'Falta un valor' : 'La línea también trae card_hash'
  return {
    file,
    line,
    field: 'card_number',
    message,
    remedy: 'Escribe card_number o card_hash, uno de los dos',
  }
}

function rowErrors(file: string, one: FileRow<RegistryRow>, checks: Checks): PackageError[] {
  const { line, row } = one
  const errorAt = (field: string, message: string, remedy: string) => ({ file, line, field, message, remedy })
  const errors: (PackageError | false | null)[] = [
    findCardError(file, one),
    row.card_hash !== null &&
      !checks.isOfThisInstallation(row.card_hash) &&
      errorAt(
        'card_hash',
        'Se calculó con una SECRET_KEY que no es de esta instalación',
        'Calcúlalo de nuevo con registry:hash y la configuración de esta instalación',
      ),
    row.date_birth > checks.today &&
      errorAt('date_birth', `«${row.date_birth}» está en el futuro`, 'Escribe la fecha de nacimiento'),
    row.deceased !== null &&
      isDay(row.deceased) &&
      (row.deceased < row.date_birth || row.deceased > checks.today) &&
      errorAt('deceased', `«${row.deceased}» es anterior al nacimiento o está en el futuro`, deathMessage),
    ...(['mother_run', 'father_run'] as const).map(
      (field) =>
        row[field] === row.run &&
        errorAt(
          field,
          'Es el mismo RUN de la persona',
          'Escribe el RUN de su madre o de su padre, o deja la celda vacía',
        ),
    ),
    ...(['birth_commune', 'home_commune'] as const).map((field) => {
      const code = row[field]
      return (
        code !== null &&
        !checks.communes.has(code) &&
        errorAt(field, `La comuna «${code}» no existe`, communeMessage)
      )
    }),
  ]
  return errors.filter((error) => error !== false && error !== null)
}

export function toRegistryEntry(
  row: RegistryRow,
  hash: (run: string, cardNumber: string) => string,
): RegistryEntry {
  const { card_number, card_hash, deceased, ...person } = row
  return {
    ...person,
    card_hash: card_hash ?? hash(row.run, card_number ?? ''),
    second_name: row.second_name ?? '',
    mother_name: row.mother_name ?? '',
    father_name: row.father_name ?? '',
    marital_status: row.marital_status ?? '',
    is_deceased: deceased !== null,
    deceased_on: deceased !== null && isDay(deceased) ? deceased : null,
  }
}

const questionsAsked = 3

/** Counts the people about whom the identity check cannot ask three questions, because too little is known. */
export function countUnaskable(entries: readonly RegistryEntry[]): number {
  const runs = new Set(entries.map(({ run }) => run))
  const isNamed = (name: string, run: string | null) => name !== '' || (run !== null && runs.has(run))
  return entries.filter(
    (entry) =>
      [
        true, // The birth date is always known.
        isNamed(entry.mother_name, entry.mother_run),
        isNamed(entry.father_name, entry.father_run),
        entry.marital_status !== '',
        entry.birth_commune !== null,
        entry.home_commune !== null,
      ].filter(Boolean).length < questionsAsked,
  ).length
}

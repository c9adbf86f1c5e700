/** The demonstration accounts that a visitor can sign in to, with their invented people. */
import { joinName } from '@mi-portal/contract/fields/full-name'
import { addYears, type Day } from '@mi-portal/contract/values/dates'
import { addMonths } from './days.ts'

export const demonstrationPassword = 'Portal2026'

export type Account = {
  readonly key: string
  readonly document_type_id: 1 | 2
  readonly document_number: string
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly gender_id: number
  readonly birth: (today: Day) => Day
  readonly nationality: string
  /** The kind of the account's health insurer. */
  readonly insurer: 'public' | 'other' | null
  readonly rol: 'STANDART_ROLE' | 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE'
  readonly status: 1 | 2 | 3
  readonly opened_as_minor?: boolean
  readonly opened_as_child?: boolean
  readonly deleted?: boolean
  /** How long ago the e-mail address was verified; null if it is not verified. Recently if absent. */
  readonly emailVerifiedDaysAgo?: number | null
  /** What the account demonstrates, in the words printed at start-up. */
  readonly shows: string
}

const patient = {
  document_type_id: 1,
  nationality: 'CL',
  insurer: 'public',
  rol: 'STANDART_ROLE',
  status: 1,
} as const
const on = (day: Day) => () => day

const accounts = [
  {
    ...patient,
    key: 'camila',
    document_number: '123456785',
    first_name: 'Camila Andrea',
    last_name: 'Fuentes',
    second_name: 'Rojas',
    gender_id: 1,
    birth: on('1988-04-12'),
    shows: 'paciente con horas, exámenes, presupuestos y grupo familiar',
  },
  {
    ...patient,
    key: 'martina',
    document_number: '234567896',
    first_name: 'Martina Ignacia',
    last_name: 'Soto',
    second_name: 'Fuentes',
    gender_id: 1,
    birth: (today: Day) => addYears(today, -10),
    opened_as_minor: true,
    opened_as_child: true,
    shows: 'hija de Camila, menor de edad',
  },
  {
    ...patient,
    key: 'jorge',
    document_number: '98765433',
    first_name: 'Jorge Luis',
    last_name: 'Rojas',
    second_name: 'Tapia',
    gender_id: 2,
    birth: on('1955-09-30'),
    emailVerifiedDaysAgo: 400,
    shows: 'padre de Camila, en su grupo familiar; el inicio le pregunta si su e-mail sigue siendo suyo',
  },
  {
    ...patient,
    key: 'diego',
    document_number: '156782343',
    first_name: 'Diego Esteban',
    last_name: 'Soto',
    second_name: 'Muñoz',
    gender_id: 2,
    birth: on('1986-01-20'),
    emailVerifiedDaysAgo: null,
    shows: 'ha enviado a Camila una solicitud pendiente; su e-mail no está verificado',
  },
  {
    ...patient,
    key: 'paula',
    document_number: '135792462',
    first_name: 'Paula Inés',
    last_name: 'Leiva',
    second_name: 'Castro',
    gender_id: 1,
    birth: on('1979-06-02'),
    shows: 'paciente de otra familia',
  },
  {
    ...patient,
    key: 'tomas',
    document_number: '178901230',
    first_name: 'Tomás Ignacio',
    last_name: 'Vera',
    second_name: 'Díaz',
    gender_id: 2,
    birth: on('1991-11-11'),
    status: 2,
    shows: 'cuenta deshabilitada',
  },
  {
    ...patient,
    key: 'elena',
    document_number: '81234566',
    first_name: 'Elena Rosa',
    last_name: 'Pino',
    second_name: 'Araya',
    gender_id: 1,
    birth: on('1950-02-14'),
    status: 2,
    deleted: true,
    shows: 'eliminó su perfil',
  },
  {
    ...patient,
    key: 'benjamin',
    document_number: '210987657',
    first_name: 'Benjamín Andrés',
    last_name: 'Lagos',
    second_name: 'Silva',
    gender_id: 2,
    birth: (today: Day) => addMonths(addYears(today, -18), -1),
    opened_as_minor: true,
    shows: 'cumplió 18 años: debe registrarse nuevamente',
  },
  {
    ...patient,
    key: 'lucia',
    document_type_id: 2,
    document_number: 'P1234567',
    first_name: 'Lucía Marta',
    last_name: 'Gómez',
    second_name: 'Pérez',
    gender_id: 1,
    birth: on('1990-03-03'),
    nationality: 'AR',
    insurer: 'other',
    shows: 'paciente con pasaporte validado',
  },
  {
    ...patient,
    key: 'john',
    document_type_id: 2,
    document_number: 'X7654321',
    first_name: 'John Edward',
    last_name: 'Smith',
    second_name: '',
    gender_id: 2,
    birth: on('1984-08-08'),
    nationality: 'US',
    insurer: 'other',
    status: 3,
    shows: 'pasaporte pendiente de validación',
  },
  {
    ...patient,
    key: 'andrea',
    document_number: '222222222',
    first_name: 'Andrea Paz',
    last_name: 'Morales',
    second_name: 'Vidal',
    gender_id: 1,
    birth: on('1982-10-05'),
    insurer: null,
    rol: 'ADMIN_ROLE',
    shows: 'administradora',
  },
  {
    ...patient,
    key: 'rodrigo',
    document_number: '111111111',
    first_name: 'Rodrigo Alberto',
    last_name: 'Sáez',
    second_name: 'Prado',
    gender_id: 2,
    birth: on('1975-03-19'),
    insurer: null,
    rol: 'SUPER_ADMIN_ROLE',
    shows: 'superadministrador',
  },
] as const satisfies readonly Account[]

export type AccountKey = (typeof accounts)[number]['key']

export const accountRows: readonly (Account & { readonly key: AccountKey })[] = accounts

/** Accounts as start-up prints them: document as typed in the login form, name, role and password. */
export const demonstrationAccounts = accountRows.map((account) => ({
  key: account.key,
  document:
    account.document_type_id === 1
      ? `RUT ${account.document_number.slice(0, -1)}-${account.document_number.slice(-1)}`
      : `Pasaporte ${account.document_number}`,
  who: joinName(account.first_name, account.last_name),
  shows: account.shows,
  rol: account.rol,
  password: demonstrationPassword,
}))

/**
 * Adults whom only the civil registry knows, so that a visitor can register them. All use the card number
 * below.
 */
export const unregistered = [
  {
    run: '167890121',
    names: 'Valentina Andrea',
    last_name: 'Muñoz',
    second_name: 'Salazar',
    date_birth: '1987-07-22',
  },
  {
    run: '146823572',
    names: 'Sebastián Ignacio',
    last_name: 'Torres',
    second_name: 'Herrera',
    date_birth: '1981-02-09',
  },
  {
    run: '100110121',
    names: 'Gloria del Carmen',
    last_name: 'Espinoza',
    second_name: 'Ruiz',
    date_birth: '1964-11-30',
  },
] as const
export const unregisteredCard = 'A1B2C3D4E5'

/** A girl of 15 with reserved and ordinary items in her record. Her mother is her proven guardian. */
export const adolescentRun = '239114571'
export const adolescentGuardianRun = '149873228'

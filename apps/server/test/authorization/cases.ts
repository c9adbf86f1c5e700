/** What a row of the authorisation table says: what each kind of caller is answered, and what the answer may show. */
import type { Endpoint, EndpointTable } from '@mi-portal/contract/endpoint'
import type { Caller, Person } from './actors.ts'

/** What a mark is: of a person's row in the database, or of what belongs to them. */
export type Kind =
  | 'name'
  | 'document'
  | 'contact'
  | 'account'
  | 'clinical'
  | 'reserved'
  | 'request'
  | 'registry'
  | 'secret'

type Sent = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: FormData
}

export type AccessCase = {
  readonly answers: Readonly<Record<Caller, number>>
  /** What those who are let in are answered. */
  readonly ok: number
  /** Calls are about the caller themself, whoever they are. */
  readonly ownOnly: boolean
  readonly sent: (about: Person) => Sent
  /** What of others an answer to who is let in may show: of whom the call is about, and of who is linked to them or to the caller. */
  readonly shows: (caller: Caller) => readonly Kind[]
  /** Of everybody, not of the linked alone. */
  readonly ofEverybody: boolean
  /** An answer of 200 goes on until somebody ends it: only its head is looked at. */
  readonly endless: boolean
}

type Shows = readonly Kind[] | { readonly patients: readonly Kind[]; readonly staff: readonly Kind[] }

type Details = {
  readonly sent?: (about: Person) => Sent
  /** What is answered to those who are let in, where it is not 200: a wrong file, a wrong password. */
  readonly ok?: number
  /** Who is answered otherwise than the kind of case says. */
  readonly but?: Partial<Record<Caller, number>>
  readonly shows?: Shows
  readonly ofEverybody?: true
  readonly endless?: true
}

const isStaff = (caller: Caller) => caller === 'administrator' || caller === 'superAdministrator'

function accessCase(
  answers: Record<Caller, number>,
  details: Details,
  ownOnly: boolean,
  shows: Shows,
): AccessCase {
  const shown = details.shows ?? shows
  return {
    answers: { ...answers, ...details.but },
    ok: details.ok ?? 200,
    ownOnly,
    sent: details.sent ?? (() => ({})),
    shows: (caller) => ('patients' in shown ? (isStaff(caller) ? shown.staff : shown.patients) : shown),
    ofEverybody: details.ofEverybody ?? false,
    endless: details.endless ?? false,
  }
}

function answersOf(given: { anonymous: number; patients: number; staff: number }): Record<Caller, number> {
  const { anonymous, patients, staff } = given
  return {
    anonymous,
    patient: patients,
    guardian: patients,
    leader: patients,
    upward: patients,
    stranger: patients,
    administrator: staff,
    superAdministrator: staff,
    temporary: 403,
    disabled: 401,
  }
}

/** Anybody, signed in or not. */
export function open(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  const answers = { ...answersOf({ anonymous: ok, patients: ok, staff: ok }), temporary: ok, disabled: ok }
  return accessCase(answers, details, false, [])
}

/** Nobody with a session or without one: whoever calls shows something else. */
export function closed(): AccessCase {
  const answers = {
    ...answersOf({ anonymous: 401, patients: 401, staff: 401 }),
    temporary: 401,
    disabled: 401,
  }
  return accessCase(answers, {}, true, [])
}

/** Any patient, about themself. */
export function own(details: Details = {}): AccessCase {
  return accessCase(answersOf({ anonymous: 401, patients: details.ok ?? 200, staff: 403 }), details, true, [])
}

/** A patient about a person or a thing of theirs: who it belongs to and a child's guardian, to others it is not there. */
export function ofPatient(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  const answers = {
    ...answersOf({ anonymous: 401, patients: 404, staff: 403 }),
    patient: ok,
    guardian: ok,
  }
  return accessCase(answers, details, false, ['name', 'document', 'account', 'clinical', 'request'])
}

/** A patient by the token of the scheduling service, which nobody else has; what is sent is theirs. */
export function agenda(details: Details = {}): AccessCase {
  const answers = answersOf({ anonymous: 401, patients: details.ok ?? 200, staff: 401 })
  return accessCase({ ...answers, temporary: 401 }, details, true, [])
}

/** The same about a person or a thing of theirs: to who may not, it is not there. */
export function agendaOfPatient(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  const answers = answersOf({ anonymous: 401, patients: 404, staff: 401 })
  return accessCase({ ...answers, patient: ok, guardian: ok, temporary: 401 }, details, false, [
    'name',
    'document',
    'account',
    'clinical',
    'request',
  ])
}

/** Everybody with an open session. */
export function signedIn(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  return accessCase(answersOf({ anonymous: 401, patients: ok, staff: ok }), details, false, [])
}

/** Both roles of staff, or super administrators alone. */
export function staffOnly({
  superOnly,
  ...details
}: Details & { readonly superOnly?: true } = {}): AccessCase {
  const answers = {
    ...answersOf({ anonymous: 401, patients: 403, staff: details.ok ?? 200 }),
    ...(superOnly ? { administrator: 403 } : {}),
  }
  return accessCase(answers, details, false, ['name', 'document', 'contact', 'account', 'request'])
}

export type EndpointCases = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly cases: readonly AccessCase[]
}

/** The rows of one domain: each endpoint has one, or several where what it is sent makes a difference. */
export function casesOf<T extends EndpointTable>(
  domain: string,
  table: T,
  rows: { readonly [K in keyof T]: AccessCase | readonly AccessCase[] },
): EndpointCases[] {
  return Object.entries(table).map(([name, endpoint]) => {
    const row: AccessCase | readonly AccessCase[] | undefined = rows[name]
    if (row === undefined) throw new Error(`${domain}.${name} has no row`)
    return { name: `${domain}.${name}`, endpoint, cases: 'answers' in row ? [row] : row }
  })
}

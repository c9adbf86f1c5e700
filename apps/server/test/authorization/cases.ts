/** Rows of the authorization matrix: the status for each kind of caller, and which data the answer may show. */
import type { Endpoint, EndpointTable } from '@mi-portal/contract/calls/endpoint'
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import type { Caller, Person } from './actors.ts'

/** What a canary value belongs to: the person's own row in the database, or a row of theirs. */
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

export type Sent = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: FormData
}

export type AccessCase = {
  readonly answers: Readonly<Record<Caller, number>>
  /** The status for callers who are allowed. */
  readonly ok: number
  /** Every caller calls about themself. */
  readonly ownOnly: boolean
  readonly sent: (about: Person) => Sent
  /**
   * The data of others that an answer to an allowed caller may show. The others are the person whom the call is
   * about, and people linked to that person or to the caller.
   */
  readonly shows: (caller: Caller) => readonly Kind[]
  /** The answer may show data of all people, not only of linked ones. */
  readonly ofEveryPatient: boolean
  /** The answer is a stream without an end. Only its status and headers are checked. */
  readonly endless: boolean
}

type Shows = readonly Kind[] | { readonly patients: readonly Kind[]; readonly staff: readonly Kind[] }

export type Details = Sent & {
  /** The request, if it depends on the person whom the call is about. */
  readonly sent?: (about: Person) => Sent
  /** The status for allowed callers if it is not 200, for example after a wrong file or a wrong password. */
  readonly ok?: number
  /** Callers whose status differs from the one of this kind of case. */
  readonly but?: Partial<Record<Caller, number>>
  readonly shows?: Shows
  readonly ofEveryPatient?: true
  readonly endless?: true
  /** The matter whose delegate is allowed too; other delegates are not. */
  readonly delegate?: DelegableMatter
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
    sent: details.sent ?? (() => details),
    shows: (caller) => ('patients' in shown ? (isStaff(caller) ? shown.staff : shown.patients) : shown),
    ofEveryPatient: details.ofEveryPatient ?? false,
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
    appointmentsDelegate: patients,
    examsDelegate: patients,
    requestsDelegate: patients,
    administrator: staff,
    superAdministrator: staff,
    temporary: 403,
    disabled: 401,
  }
}

/** Everyone is allowed, signed in or not. */
export function open(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  const answers = { ...answersOf({ anonymous: ok, patients: ok, staff: ok }), temporary: ok, disabled: ok }
  return accessCase(answers, details, false, [])
}

/** Every caller is rejected, with or without a session. The endpoint needs another credential. */
export function closed(): AccessCase {
  const answers = {
    ...answersOf({ anonymous: 401, patients: 401, staff: 401 }),
    temporary: 401,
    disabled: 401,
  }
  return accessCase(answers, {}, true, [])
}

/** Any patient is allowed, about themself. */
export function own(details: Details = {}): AccessCase {
  return accessCase(answersOf({ anonymous: 401, patients: details.ok ?? 200, staff: 403 }), details, true, [])
}

/** The answer to the delegate of the matter that the details name. */
function delegateAnswer({ delegate, ok }: Details): Partial<Record<Caller, number>> {
  return delegate === undefined ? {} : { [`${delegate}Delegate` as const]: ok ?? 200 }
}

/** The patient, a child's guardian and the delegates of the named matter are allowed. Other patients get 404. */
export function ofPatient(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  const answers = {
    ...answersOf({ anonymous: 401, patients: 404, staff: 403 }),
    patient: ok,
    guardian: ok,
    ...delegateAnswer(details),
  }
  return accessCase(answers, details, false, ['name', 'document', 'account', 'clinical', 'request'])
}

/**
 * Any patient is allowed with a token of the scheduling service, about their own data. Staff get one only for a patient whom they name.
 */
export function agenda(details: Details = {}): AccessCase {
  const answers = answersOf({ anonymous: 401, patients: details.ok ?? 200, staff: 401 })
  return accessCase({ ...answers, temporary: 401 }, details, true, [])
}

/** Like {@link ofPatient}, with a token of the scheduling service. */
export function agendaOfPatient(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  const answers = answersOf({ anonymous: 401, patients: 404, staff: 401 })
  const allowed = { patient: ok, guardian: ok, temporary: 401, ...delegateAnswer(details) }
  return accessCase({ ...answers, ...allowed }, details, false, [
    'name',
    'document',
    'account',
    'clinical',
    'request',
  ])
}

/** Every signed-in caller is allowed, except one who must first change the password. */
export function signedIn(details: Details = {}): AccessCase {
  const ok = details.ok ?? 200
  return accessCase(answersOf({ anonymous: 401, patients: ok, staff: ok }), details, false, [])
}

/** Both roles of staff are allowed, or only super administrators. */
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

export const superAdminOnly = (details: Details = {}) => staffOnly({ ...details, superOnly: true })

/** A call about something that does not exist. */
export const nothingThere = { params: { id: 2_000_000_000 }, body: {} }

export type EndpointCases = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly cases: readonly AccessCase[]
}

/** Returns the rows of one domain. An endpoint has several rows if its answer depends on the request. */
export function defineCases<T extends EndpointTable>(
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

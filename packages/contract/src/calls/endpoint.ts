/** An endpoint as one row of data, from which routes, access checks, the client, the API description and tests are generated. */
import type * as z from 'zod/mini'
import type { Notified } from '../notified.ts'
import type { Permission } from '../permissions/permissions.ts'
import type { RecordMatter } from '../record-matters.ts'

/**
 * Who may call.
 * - `public`: anyone; no session is looked up.
 * - `key`: anyone with the address, which has a short-lived key that the handler checks.
 * - `bearer`: a patient, or staff who book for one, with the short-lived token of the scheduling service.
 * - `service`: another system with the secret of its service account.
 * - `signedIn`: any session; `patient`: patients only; `staff`: staff whose permissions contain the endpoint's `permission`.
 */
export type Access = 'public' | 'key' | 'bearer' | 'service' | 'signedIn' | 'patient' | 'staff'

/** What staff need for a call: one permission, one of several, or `any`: every member of staff may call. */
export type NeededPermission = Permission | 'any' | readonly Permission[]

/**
 * The patient whose record the call is about: the caller, or the patient that this path parameter names. For another patient,
 * `matter` is the part of the record that the caller must be allowed to see.
 */
type PatientClaim = (
  | { readonly of: 'self' }
  | { readonly of: 'param'; readonly name: string; readonly matter: RecordMatter }
) & {
  /** Whether staff may make the call too. Staff administer accounts; they read no medical record. */
  readonly staffToo?: true
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

// The fields of an object schema have any type; `$ZodShape` is zod's upper bound for them.
type ObjectSchema = z.ZodMiniObject<z.core.$ZodShape>

/** What belongs to one person: the number of the member's link to a family group, of a change that waits, or of an appointment. */
export type OpenedThrough = 'familyLink' | 'confirmation' | 'appointment'

type EndpointRow = {
  readonly method: Method
  /** Path below `/api`, unless `root` is set; parameters are in braces: `/patients/{id}`. */
  readonly path: `/${string}`
  /** Whether the path starts at the server's root. Another server may serve such a path, so clients send no session with it. */
  readonly root?: true
  /** One line for the API description, beginning with a verb in the third person: “Cancels an appointment”. */
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: z.ZodMiniType
  /** Whether the body may have up to 6 MB. The server reads it only after the caller was authenticated. */
  readonly largeBody?: true
  /**
   * Whether a signature covers the exact bytes of the body: it is left unread for the handler, which checks the signature before it parses
   * the body.
   */
  readonly signedBody?: true
  readonly urlForm?: true
  readonly form?: z.ZodMiniType
  /** Names of the form's images: png or jpeg, at most 500 KB each. */
  readonly pictures?: readonly string[]
  /**
   * Whether the form may also have files: png, jpg or pdf, at most ten and 20 MB together, in fields of any name.
   */
  readonly files?: true
  /** Absent: the answer has no fields, or, if it is `raw`, any content. */
  readonly reply?: z.ZodMiniType
  /** Set when the call reads or changes a patient's record: the handler gets proof of the access, and an audit entry is written. */
  readonly patient?: PatientClaim
  /**
   * The field of the input that names the person whom staff open with this call, or something of that person. The person counts in the
   * daily budget of the member of staff, and is not found by one who is limited to sites where the person has never been.
   */
  readonly opens?: string | { readonly through: OpenedThrough; readonly field: string }
  /** Whether the statement that reads the person also counts the person, so that the call needs no statement more. */
  readonly countsInItsRead?: true
  /** The action in the audit log, as `domain.verb`; required when `patient` is set. */
  readonly action?: string
  /** Whether a session that was opened with a temporary password may use this call. */
  readonly temporaryKey?: true
  /** Whether staff may use this call before they have set up the second factor that the installation requires. */
  readonly beforeSecondFactor?: true
  /** Whether a patient may use this call before accepting a pending legal text. */
  readonly beforeConsent?: true
  /**
   * Whether the call needs a session that was confirmed lately: by signing in, or by `POST auth/confirm` within the last
   * 15 minutes (`sessionLimits.confirmed`). Otherwise it answers 403 with number 13. Changes under some permissions need it without this
   * column, see `confirmed-calls.ts`.
   */
  readonly stepUp?: true
  /** Whether the call does not count as use of the session, for calls that a screen makes by itself. */
  readonly passive?: true
  readonly adultsOnly?: true
  /** Whether the handler of a public endpoint checks a proof or a session itself: its answers include 401 and 403. */
  readonly judgesItself?: true
  /** Whether the link or file that the call asks for can be over, which is answered with 410. */
  readonly mayBeOver?: true
  /** Only for a `GET` that changes something: browser navigation and prefetch are rejected. */
  readonly changesState?: true
  /**
   * `catalogue`: etag and shared caching; `published`: the same for data that the clinic publishes, asked for again after a minute; a
   * number: seconds of public caching; absent: `no-store`.
   */
  readonly cache?: 'catalogue' | 'published' | number
  /** Whether the reply is sent unchanged, without `status: 'Ok'` (files, pages, event streams). */
  readonly raw?: true
  /**
   * Whether the endpoint speaks FHIR: it rejects with an `OperationOutcome`, and its handler reads the body once
   * the caller has access.
   */
  readonly fhir?: true
}

/** An endpoint for staff names a permission. One for any session may name the permission of staff who call it about another person. */
type Caller =
  | { readonly access: 'staff'; readonly permission: NeededPermission }
  | { readonly access: 'signedIn'; readonly permission?: NeededPermission }
  | { readonly access: Exclude<Access, 'staff' | 'signedIn'>; readonly permission?: never }

export type Endpoint = EndpointRow & Caller

export type EndpointTable = Readonly<Record<string, Endpoint>>

type Column = keyof EndpointRow | 'access' | 'permission'
type Columns = Partial<Omit<EndpointRow, 'method' | 'path'>> & Partial<Record<keyof Caller, unknown>>
type Route = `${Method} /${string}`

/** A row that names its own callers does not take over the permission of the table. */
type Shared<All, Row> = Omit<All, keyof Row | (Row extends { access: Access } ? 'permission' : never)>
type Addressed<Row> = Row extends { route: `${infer M extends Method} ${infer P extends `/${string}`}` }
  ? { readonly method: M; readonly path: P }
  : never
type Completed<All, Row> = Shared<All, Row> & Omit<Row, 'route'> & Addressed<Row>

/** Refuses a row that is no endpoint, and columns that endpoints do not have. */
type Checked<All, Row> =
  Completed<All, Row> extends Endpoint
    ? { readonly [Name in Exclude<keyof Row, Column | 'route'>]: never }
    : Endpoint

/** Declares a table of endpoints: the columns that its rows share, then the rows with what differs. */
export function endpoints<const All extends Columns>(shared: All) {
  const { permission, ...others } = shared
  return <const Rows extends Readonly<Record<string, Columns & { readonly route: Route }>>>(
    rows: Rows & { readonly [Name in keyof Rows]: Checked<All, Rows[Name]> },
  ) => {
    const table: Record<string, unknown> = {}
    for (const [name, { route, ...row }] of Object.entries(rows)) {
      const [method, path] = route.split(' ')
      table[name] = { ...(row.access ? others : shared), ...row, method, path }
    }
    return table as { readonly [Name in keyof Rows]: Completed<All, Rows[Name]> }
  }
}

type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined
type In<S> = S extends z.core.$ZodType ? z.input<S> : undefined

export type Received<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: E['signedBody'] extends true ? undefined : Out<E['body']>
  form: Out<E['form']>
}

type Answer<E extends Endpoint, Written> = E['reply'] extends z.core.$ZodType
  ? Written
  : E['raw'] extends true
    ? unknown
    : Record<string, never>

/** What the server answers with, before it is written as JSON. */
export type HandlerReply<E extends Endpoint> = Answer<E, In<E['reply']>>

type ReadReply<E extends Endpoint> = Answer<E, Out<E['reply']>>

type WithNotified<Answer> = (Answer extends Record<string, never> ? unknown : Answer) & Notified

/** What a caller gets, without the envelope's `status`. Calls that change something also answer whom they notified. */
export type Reply<E extends Endpoint> = E['method'] extends 'GET'
  ? E['changesState'] extends true
    ? WithNotified<ReadReply<E>>
    : ReadReply<E>
  : WithNotified<ReadReply<E>>

const answersNotified: readonly Access[] = ['bearer', 'signedIn', 'patient', 'staff']

/** Returns whether the answer says whom the call notified. Callers without a session must not learn of mailboxes. */
export function mayNameNotified({
  method,
  changesState,
  access,
  raw,
}: Pick<Endpoint, 'method' | 'changesState' | 'access' | 'raw'>): boolean {
  const isChange = method !== 'GET' || changesState === true
  return isChange && raw !== true && answersNotified.includes(access)
}

// An address contains numbers as text: callers may pass either.
type InAddress<S> = { [K in keyof In<S>]: In<S>[K] | number }

type Part<Name extends string, S, Value> = S extends z.core.$ZodType
  ? Record<never, never> extends In<S>
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value }
  : Record<never, never>

export type Sent<E extends Endpoint> = Part<'params', E['params'], InAddress<E['params']>> &
  Part<'query', E['query'], InAddress<E['query']>> &
  Part<'body', E['body'], In<E['body']>> &
  (E['form'] extends z.core.$ZodType ? { readonly form: FormData } : Record<never, never>)

/** Returns the path from the server's root, with parameters still in braces. */
export function fullPath(endpoint: Endpoint): string {
  return endpoint.root ? endpoint.path : `/api${endpoint.path}`
}

/** What an endpoint is: one row of data from which routes, access checks, client, API description and tests are made. */
import type * as z from 'zod/mini'

/**
 * Who may call.
 * - `public`: anybody, no session is looked up.
 * - `key`: the address itself carries a short-lived key that the handler checks.
 * - `bearer`: a patient, by the short-lived token of the scheduling service.
 * - `service`: another system, by the secret of its service account.
 * - `signedIn`: any session; `patient`: patients only; `staff`: administrators and super administrators; `superAdmin`: the latter only.
 */
export type Access = 'public' | 'key' | 'bearer' | 'service' | 'signedIn' | 'patient' | 'staff' | 'superAdmin'

/** Whose record the call is about: the caller's own, or the patient that this path parameter names. */
type PatientClaim = { readonly of: 'self' } | { readonly of: 'param'; readonly name: string }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

// The fields of an object schema are of any type; zod's own upper bound for that is `$ZodShape`.
type ObjectSchema = z.ZodMiniObject<z.core.$ZodShape>

export type Endpoint = {
  readonly method: Method
  /** Below `/api`, unless it starts with `/agenda`; parameters in braces: `/patients/{id}`. */
  readonly path: `/${string}`
  readonly access: Access
  /** One line for the API description. */
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: z.ZodMiniType
  /** Text fields of a multipart form. */
  readonly form?: z.ZodMiniType
  /** Names of the form's pictures: png or jpeg, at most 500 KB each. */
  readonly pictures?: readonly string[]
  /** The form may bring files besides: png, jpg or pdf, at most ten and 20 MB together, in fields of any name. */
  readonly files?: true
  readonly reply: z.ZodMiniType
  /** The call reads or changes a patient's record: the handler gets proof that the caller may, and an audit row is left. */
  readonly patient?: PatientClaim
  /** What the audit trail says was done, as `domain.verb`; required where `patient` is. */
  readonly action?: string
  /** A session opened with a temporary password may use this call. */
  readonly temporaryKey?: true
  /** Staff may use this call before they have set up the second factor that the installation requires. */
  readonly beforeSecondFactor?: true
  /** A patient may use this call before they have accepted a legal text that waits for them. */
  readonly beforeConsent?: true
  /** Patients under age are refused. */
  readonly adultsOnly?: true
  /** A `GET` that only reads what is the caller's own: it may begin while the session is still judged. */
  readonly ownRead?: true
  /** Public, and yet its handler asks for a proof or a session: 401 and 403 are among its answers. */
  readonly judgesItself?: true
  /** What it is called with is a link that may be over, which is answered with 410. */
  readonly mayBeOver?: true
  /** A `GET` that changes something: refuses navigation and prefetch. */
  readonly changesState?: true
  /** `catalogue`: etag and shared caching; a number: seconds of public caching. Otherwise `no-store`. */
  readonly cache?: 'catalogue' | number
  /** The reply is sent as it is, without `status: 'Ok'` (files, pages, event streams). */
  readonly raw?: true
  /** Speaks FHIR: its refusals are an `OperationOutcome`, its body is read by its handler once the caller was let in. */
  readonly fhir?: true
}

export type EndpointTable = Readonly<Record<string, Endpoint>>

type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined
type In<S> = S extends z.core.$ZodType ? z.input<S> : undefined

/** What a handler receives, parsed. */
export type Received<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
  form: Out<E['form']>
}

/** What a handler gives back and a caller gets, without the envelope's `status`. */
export type Reply<E extends Endpoint> = z.output<E['reply']>

// In an address a number is text: callers may write either.
type InAddress<S> = { [K in keyof In<S>]: In<S>[K] | number }

type Part<Name extends string, S, Value> = S extends z.core.$ZodType
  ? Record<never, never> extends In<S>
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value }
  : Record<never, never>

/** What a caller hands to the client. */
export type Sent<E extends Endpoint> = Part<'params', E['params'], InAddress<E['params']>> &
  Part<'query', E['query'], InAddress<E['query']>> &
  Part<'body', E['body'], In<E['body']>> &
  (E['form'] extends z.core.$ZodType ? { readonly form: FormData } : Record<never, never>)

/** The path under the server's root, parameters still in braces. */
export function fullPath(endpoint: Endpoint): string {
  return endpoint.path.startsWith('/agenda/') ? endpoint.path : `/api${endpoint.path}`
}

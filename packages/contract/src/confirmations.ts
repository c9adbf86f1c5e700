import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { orderBy, pageQuery, pageReply } from './calls/paging.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

export const signInsTitle = 'Ingresos tras un cambio del equipo'

/**
 * The changes that need two members of staff. `identity-change`: document, names, sex or birth date. `account-opening`: an account for a
 * person who has none, or whose account is closed.
 * `application`: an account for which a person with a record applied, and whose identity one member of staff has judged. `email-change`:
 * another mailbox of an account. `guardian`: a group owner is the guardian of a minor of the group. `family-acceptance`: the person joins a family group.
 * `protection-end`: a protection measure of a minor ends. `death`: the person died, or did not, where a death was recorded.
 * `staff-access`: a new or disabled account of staff is enabled, or a member of staff gets more permissions.
 */
export const confirmationKinds = [
  'second-factor-reset',
  'identity-change',
  'account-opening',
  'application',
  'email-change',
  'guardian',
  'family-acceptance',
  'protection-end',
  'death',
  'staff-access',
] as const
export type ConfirmationKind = (typeof confirmationKinds)[number]

export const confirmationLabels: Readonly<Record<ConfirmationKind, string>> = {
  'second-factor-reset': 'Quitar el código extra',
  'identity-change': 'Cambiar la identidad',
  'account-opening': 'Abrir la cuenta',
  application: 'Validar el registro',
  'email-change': 'Cambiar el e-mail',
  guardian: 'Confirmar la representación legal',
  'family-acceptance': 'Aceptar una solicitud de grupo familiar',
  'protection-end': 'Terminar una medida de protección',
  death: 'Registrar o corregir un fallecimiento',
  'staff-access': 'Dar acceso al equipo',
}

/** Hours that a change waits before it takes effect in an installation that has no other member of staff. */
export const hoursAlone = 24

export const confirmationDays = 7

export const rejectionReasons = [
  'not-requested',
  'identity-unchecked',
  'wrong-data',
  'proof-missing',
  'not-needed',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]
export const rejectionReasonLabels: Readonly<Record<RejectionReason, string>> = {
  'not-requested': 'La persona no lo pidió',
  'identity-unchecked': 'Falta comprobar quién lo pide',
  'wrong-data': 'Los datos no coinciden con el documento',
  'proof-missing': 'Falta el documento que lo acredita',
  'not-needed': 'Ya no es necesario',
}

const confirmationStates = ['pendiente', 'confirmada', 'rechazada', 'retirada', 'vencida'] as const

const changedValue = z.object({
  field: z.enum([
    'document',
    'birth-date',
    'name',
    'gender',
    'email',
    'phone',
    'guardian',
    'family',
    'death',
    'staff-access',
  ]),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type ChangedValue = z.output<typeof changedValue>

const confirmation = z.object({
  id: id(),
  kind: z.enum(confirmationKinds),
  subject: z.object({ id: id(), full_name: z.string(), document: z.string() }),
  /** What the change writes, with the values at the time of the request. Empty for a change without values. */
  changes: z.array(changedValue),
  requested_by: z.string(),
  requested_at: moment(),
  expires_at: moment(),
  state: z.enum(confirmationStates),
  /** Who decided the change, and when. Null while it waits; an expired change has no person. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(moment()),
  rejection_reason: z.nullable(z.enum(rejectionReasons)),
  /** When it takes effect by itself, because no other member of staff can confirm it; null if it needs one. */
  effective_at: z.nullable(moment()),
  /** Whether the caller may reject it, and confirm it unless `not_confirmable` says why not. */
  may_decide: z.boolean(),
  /** Why the caller, who may reject it, may not confirm it, and who may instead; null otherwise. */
  not_confirmable: z.nullable(z.string()),
  may_withdraw: z.boolean(),
})
export type Confirmation = z.output<typeof confirmation>

/** Hours after a change by staff in which a sign-in to the account is listed. */
export const hoursAfterChange = 72
/**
 * The same after a changed e-mail and after an unlocking. An address that staff entered recovers the account only after 72 hours, so a
 * misuse shows later.
 */
export const daysAfterEmailChange = 17
export const listedDays = 28

const watchedChanges = ['email', 'document', 'password', 'second-factor', 'lock'] as const
export type WatchedChange = (typeof watchedChanges)[number]
export const watchedChangeLabels: Readonly<Record<WatchedChange, string>> = {
  email: 'E-mail',
  document: 'Documento',
  password: 'Contraseña',
  'second-factor': 'Código extra',
  lock: 'Bloqueo o desbloqueo',
}

const signInAfterChange = z.object({
  id: id(),
  person: z.object({ id: id(), full_name: z.string(), document: z.string() }),
  changes: z.array(z.enum(watchedChanges)),
  changed_by: z.string(),
  changed_at: moment(),
  signed_in_at: moment(),
})
export type SignInAfterChange = z.output<typeof signInAfterChange>

const one = z.object({ id: idParam() })

export const confirmationColumns = ['kind', 'requested_at'] as const
export const signInColumns = ['changed_by', 'changed_at', 'signed_in_at'] as const

export const confirmationEndpoints = endpoints({ access: 'staff', permission: 'users.edit' })({
  list: {
    route: 'GET /admin/confirmations',
    summary:
      'Lists changes that wait for a second member of staff, oldest first, or the decided ones, latest first',
    query: z.safeExtend(pageQuery(10), {
      ...orderBy(confirmationColumns),
      state: z._default(z.enum(['pendiente', 'resuelta'], 'Estado inválido'), 'pendiente'),
      person: z.optional(idParam('ID de usuario inválido')),
    }),
    reply: z.object({ confirmations: z.array(confirmation), ...pageReply }),
  },
  signIns: {
    route: 'GET /admin/confirmations/sign-ins',
    summary:
      'Lists the accounts that were signed into within 72 hours of a change by staff, of the last 28 days, latest first',
    query: z.safeExtend(pageQuery(10), orderBy(signInColumns)),
    reply: z.object({ sign_ins: z.array(signInAfterChange), ...pageReply }),
  },
  confirm: {
    route: 'POST /admin/confirmations/{id}/confirm',
    opens: { through: 'confirmation', field: 'id' },
    summary: 'Confirms a change that another member of staff requested, which makes it',
    params: one,
  },
  reject: {
    route: 'POST /admin/confirmations/{id}/reject',
    summary: 'Rejects a change that another member of staff requested, and notifies that person',
    params: one,
    body: z.object({ reason: z.enum(rejectionReasons, 'Selecciona un motivo') }),
  },
  withdraw: {
    route: 'POST /admin/confirmations/{id}/withdraw',
    summary: 'Withdraws an undecided change that the caller requested',
    params: one,
  },
})

import type { ConfirmationKind } from '@mi-portal/contract/confirmations'
import type { ConsentKind } from '@mi-portal/contract/consents'
import type { AboutItem } from '../../ports/mail.ts'
import { createDomainEvent } from '../composition/domain-event.ts'
import type { Actor, Origin } from '../http/actor.ts'

/** The account was closed, disabled or locked, or its person died. What depends on it ends in the same transaction. */
export type AccountEnded = {
  readonly personId: number
  readonly at: Date
  /** `reopened`: what an earlier holder of the account could use has ended, because its person opened it again. */
  readonly cause: 'closed' | 'disabled' | 'locked' | 'deceased' | 'reopened'
}

export type ConsentWithdrawn = {
  readonly actor: Actor
  readonly kind: ConsentKind
  readonly patientId: number | null
  readonly at: Date
  readonly origin: Origin
}

type AccountReported = {
  readonly personId: number
  readonly kind: 'unrecognized-use' | 'guardian-objection'
  readonly message: string
}

type AppointmentReceived = {
  readonly now: Date
  readonly patient_id: number
  readonly kind: 'cancelled' | 'moved'
  readonly old_starts_at: Date
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  readonly modality: string
  readonly reserved_group: string | null
}

type ExamsMerged = { readonly examIds: readonly number[]; readonly into: number }

type SignedOut = { readonly sessionId: number }

type SecondFactorReset = { readonly personId: number }

export type DroppedChange = {
  readonly kind: ConfirmationKind
  readonly subjectId: number
  readonly payload: unknown
}

/** A change that was confirmed. Its domain makes it, and drops what it stored if the change is not made. */
export type ConfirmedChange = DroppedChange & {
  readonly requester: { readonly id: number; readonly name: string }
  /** The member of staff that confirmed it, or that requested it if no other member of staff could. */
  readonly actor: Pick<Actor, 'id' | 'rol'>
  /** Whether no second person confirmed it: it took effect after the wait of an installation with one member of staff. */
  readonly isAlone: boolean
  readonly temporaryKey: { readonly key: string; readonly hash: string; readonly tag: Buffer } | null
  readonly origin: Origin | null
}

export type Events = ReturnType<typeof createEvents>

export function createEvents() {
  return {
    accountClosed: createDomainEvent<AccountEnded>(),
    accountDisabled: createDomainEvent<AccountEnded>(),
    personDied: createDomainEvent<AccountEnded>(),
    consentWithdrawn: createDomainEvent<ConsentWithdrawn>(),
    accountReported: createDomainEvent<AccountReported>(),
    signedOut: createDomainEvent<SignedOut>(),
    itemKeptPrivate: createDomainEvent<AboutItem>(),
    appointmentReceived: createDomainEvent<AppointmentReceived>(),
    examsMerged: createDomainEvent<ExamsMerged>(),
    secondFactorReset: createDomainEvent<SecondFactorReset>(),
    changeConfirmed: createDomainEvent<ConfirmedChange>(),
    changeDropped: createDomainEvent<DroppedChange>(),
  }
}

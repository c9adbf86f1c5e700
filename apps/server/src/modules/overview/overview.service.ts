/** The start page of the administration. Each number and the list behind it use the same conditions. */
import { ApiError } from '@mi-portal/contract/api-error'
import { matters } from '@mi-portal/contract/desk'
import { overviewDays } from '@mi-portal/contract/overview'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { type Permission, permits } from '@mi-portal/contract/permissions'
import { addDays, type Day, dayOf, momentOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { InstallationService } from '../installation/installation.service.ts'
import { mayAnswer } from '../service-requests/service-requests.rules.ts'
import { deniedSignInReason } from './overview.rules.ts'
import type { OverviewStore } from './overview.store.ts'

type OverviewDependencies = {
  readonly store: OverviewStore
  readonly installation: InstallationService
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

export function createOverviewService({ store, installation, audit, mail, clock }: OverviewDependencies) {
  const today = () => dayOf(clock.now())
  const periodOf = (first: Day, last: Day) => ({
    from: momentOf(first, '00:00'),
    before: momentOf(addDays(last, 1), '00:00'),
  })
  const lately = () => periodOf(addDays(today(), 1 - overviewDays), today())

  /** Writes an audit entry for each patient whose data a list shows, or one without a patient. */
  function auditPatients(actor: Actor, action: string, patientIds: readonly number[], origin: Origin) {
    const entry = { actorId: actor.id, actorRole: actor.rol, action, origin }
    return patientIds.length === 0
      ? audit.record({ ...entry, patientId: null })
      : audit.recordEach(entry, [...new Set(patientIds)])
  }

  return {
    /** Numbers of lists that the caller may not open are null. `isEncrypted`: whether the request arrived over https. */
    summary: async (actor: Actor, isEncrypted: boolean) => {
      const { sites, permissions } = actor
      const ifPermitted = <Value>(needed: Permission, value: Value) =>
        permits(permissions, needed) ? value : null
      const listed = Array.from({ length: overviewDays }, (_, index) =>
        addDays(today(), index + 1 - overviewDays),
      )
      const now = await store.now(clock.now())
      const open = await store.requests(clock.now(), sites)
      const answered = matters.filter((matter) => mayAnswer(actor, matter))
      const asked = answered.map((matter) => {
        const { waiting = 0, late = 0 } = open.find((one) => one.matter === matter) ?? {}
        return { matter, waiting, late }
      })
      const counts = await store.days(
        listed.map((day) => periodOf(day, day)),
        sites,
      )
      const days = listed.map((day, index) => {
        const { hours = 0, accounts = 0, mails_failed = 0, sign_ins_failed = 0 } = counts[index] ?? {}
        return {
          day,
          hours: ifPermitted('agenda.manage', hours),
          accounts: ifPermitted('users.read', accounts),
          mails_failed: ifPermitted('operations.read', mails_failed),
          sign_ins_failed: ifPermitted('users.read', sign_ins_failed),
        }
      })
      const sum = (of: 'mails_failed' | 'sign_ins_failed') =>
        days.reduce<number | null>(
          (total, { [of]: count }) => (count === null ? null : (total ?? 0) + count),
          0,
        )
      const total = (of: 'waiting' | 'late') => asked.reduce((sum, { [of]: count }) => sum + count, 0)
      return {
        validations: ifPermitted('users.read', { waiting: now?.waiting ?? 0, late: now?.late ?? 0 }),
        requests:
          asked.length === 0 ? null : { waiting: total('waiting'), late: total('late'), matters: asked },
        confirmations: ifPermitted('users.edit', now?.confirmations ?? 0),
        hours_today: days.at(-1)?.hours ?? null,
        mails_failed: sum('mails_failed'),
        sign_ins_failed: sum('sign_ins_failed'),
        survey_answers: now?.survey ?? 0,
        days,
        missing: ifPermitted('operations.read', await installation.missing(isEncrypted)) ?? [],
      }
    },

    /** Lists the mails that were not sent, each with its person, so that staff can call. */
    mails: async (actor: Actor, page: Page, origin: Origin) => {
      const found = await store.mails(lately(), page)
      const known = found.rows.flatMap(({ person_id }) => person_id ?? [])
      await auditPatients(actor, 'overview.mails', known, origin)
      const mails = found.rows.map(({ created_at, last_error, person_id, full_name, phone, ...shown }) => ({
        ...shown,
        at: created_at.toISOString(),
        person: person_id === null ? null : { id: person_id, full_name: full_name ?? '', phone },
        error: last_error ?? '',
      }))
      return { mails, ...pageOf(found, page) }
    },

    retryMail: async (actor: Actor, id: number, origin: Origin) => {
      if (!(await mail.retry(id)))
        throw new ApiError('notPossible', { msg: 'Este correo ya no se puede enviar otra vez' })
      await audit.record({
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'mails.retry',
        patientId: null,
        origin,
        detail: { id },
      })
      return {}
    },

    signIns: async (actor: Actor, page: Page, origin: Origin) => {
      const found = await store.signIns(lately(), page)
      const patients = found.rows.filter(({ actor_role }) => actor_role === 'STANDART_ROLE')
      await auditPatients(
        actor,
        'overview.signIns',
        patients.flatMap(({ actor_id }) => actor_id ?? []),
        origin,
      )
      const sign_ins = found.rows.map(({ id, at, who, actor_role, detail }) => ({
        id,
        at: at.toISOString(),
        who,
        role: actor_role,
        reason: deniedSignInReason(detail),
      }))
      return { sign_ins, ...pageOf(found, page) }
    },

    survey: async (actor: Actor, page: Page, origin: Origin) => {
      const found = await store.survey(page)
      await auditPatients(actor, 'overview.survey', [], origin)
      const answers = found.rows.map(({ created_at, ...shown }) => ({
        ...shown,
        at: created_at.toISOString(),
      }))
      return { answers, ...pageOf(found, page) }
    },
  }
}

export type OverviewService = ReturnType<typeof createOverviewService>

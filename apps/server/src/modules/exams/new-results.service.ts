/**
 * Announces new results to the patient and to a child's guardians, in the portal and by a mail without health data.
 */

import { accountStatus } from '@mi-portal/contract/people'
import { addDays, dayOf, momentOf } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { ClinicalArchive, ExamsFrom } from '../../ports/clinical-archive.ts'
import type { NewResult, NewResults } from '../../ports/exam-storage.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { listGuardians } from '../family/patient-access.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { Notice } from '../notifications/notify-person.ts'
import type { Person } from '../people/people.service.ts'
import { findPerson, getOutgrownStep } from '../people/people.service.ts'
import { maySee } from './exams.rules.ts'
import { correctedResult, lateResult, newResult } from './new-results.mails.ts'
import type { NewResultsStore } from './new-results.store.ts'

type NewResultsDependencies = {
  readonly db: Database
  readonly store: NewResultsStore
  readonly newResults: NewResults
  readonly archive: Pick<ClinicalArchive, 'heldExams'>

  readonly ctx: Context
  readonly notifyWithMail: NotificationsService['notifyWithMail']
  readonly mail: Pick<MailQueue, 'trigger'>
  readonly clock: Clock
  readonly logger: Logger
  /** Exams taken before this date are not listed, so they are not announced. */
  readonly examsFrom: ExamsFrom
  /** Returns for how many days a result is news. */
  readonly newsDays: () => number
}

/** Milliseconds after which a held result is looked at again. */
const lookAgainMs = 6 * 3_600_000
/** Each reader gets at most one mail about results in this time, in milliseconds. */
const mailPauseMs = 60 * 60_000
/** Milliseconds after which results are announced again if the archive did not answer. */
const retryMs = 5 * 60_000

type Reader = { readonly person: Person; readonly withoutReserved: boolean }

function noticeText(count: number, patientName: string | null, isCorrection: boolean): string {
  const whose = patientName === null ? '' : ` de ${patientName}`
  if (isCorrection)
    return count === 1
      ? `Se corrigió un resultado${whose} en Mis Exámenes`
      : `Se corrigieron ${count} resultados${whose} en Mis Exámenes`
  return count === 1
    ? `Hay un nuevo resultado${whose} en Mis Exámenes`
    : `Hay ${count} nuevos resultados${whose} en Mis Exámenes`
}

/** The text of several notifications that were joined. */
function joinedText(patientName: string | null, isCorrection: boolean): string {
  const whose = patientName === null ? '' : ` de ${patientName}`
  return isCorrection
    ? `Se corrigieron resultados${whose} en Mis Exámenes`
    : `Hay nuevos resultados${whose} en Mis Exámenes`
}

function lateText(patientName: string | null): string {
  const whose = patientName === null ? '' : ` de ${patientName}`
  return `Un resultado${whose} está tardando más de lo previsto. Revisa Mis Exámenes`
}

/** Returns the exam that a message links to: the only one, or the list of the first one's kind. */
function examOf(seen: readonly NewResult[]): Notice['exam'] {
  const [first] = seen
  if (!first) return undefined
  return { type: first.type, id: seen.length === 1 ? first.exam_id : null }
}

function isSeenBy({ person, withoutReserved }: Reader, { type, shown, reserved_group }: NewResult): boolean {
  return shown && maySee(type, person.document_type_id) && !(withoutReserved && reserved_group !== null)
}

export function createNewResultsService(dependencies: NewResultsDependencies) {
  const { db, store, newResults, archive, ctx, notifyWithMail, mail, clock, examsFrom } = dependencies
  const { logger, newsDays } = dependencies

  /** Returns whether a result is notified at all: not of vital signs, and not of a history that is loaded late. */
  function isNews({ type, taken_at, news_at, is_vital_sign }: NewResult): boolean {
    if (is_vital_sign || (taken_at !== null && dayOf(taken_at) < examsFrom[type])) return false
    return news_at === null || dayOf(news_at) >= addDays(dayOf(clock.now()), -newsDays())
  }

  /** Returns the people to notify of a patient's exams: those who could open one of them now. */
  async function readersOf(patientId: number): Promise<Reader[]> {
    const readers: Reader[] = []
    const own = { id: patientId, withoutReserved: false }
    for (const { id, withoutReserved } of [own, ...(await listGuardians(ctx, patientId))]) {
      const person = await findPerson(ctx, id)
      if (person === null || person.deleted_at !== null) continue
      if (person.status !== accountStatus.enabled || getOutgrownStep(ctx, person) !== null) continue
      readers.push({ person, withoutReserved })
    }
    return readers
  }

  /** Queues one message about all new, or all corrected, results of a patient that this reader may open. */
  async function notifyReader(
    tx: Queries,
    reader: Reader,
    patient: Person,
    seen: readonly NewResult[],
    isCorrection: boolean,
  ): Promise<void> {
    if (seen.length === 0) return
    const { person } = reader
    const patient_name = person.id === patient.id ? null : patient.first_name
    // The message is reserved only if every exam in it is reserved.
    const reserved_group = seen.every((one) => one.reserved_group !== null)
      ? (seen[0]?.reserved_group ?? null)
      : null
    const now = clock.now()
    const last = await store.lastMail(tx, person.id, new Date(now.getTime() - mailPauseMs), now)
    const notBefore = last === null ? {} : { notBefore: new Date(last.created_at.getTime() + mailPauseMs) }
    await notifyWithMail(
      tx,
      {
        person_id: person.id,
        type: 'exams_procedures',
        text: noticeText(seen.length, patient_name, isCorrection),
        joinedText: joinedText(patient_name, isCorrection),
        about: { patient_id: patient.id, reserved_group },
        exam: examOf(seen),
      },
      isCorrection ? correctedResult : newResult,
      (path) =>
        // A mail that waits announces these results too.
        person.email === null || last?.is_waiting
          ? null
          : {
              recipient: person.email,
              ...notBefore,
              data: {
                first_name: person.greeting_name,
                count: last === null ? seen.length : null,
                patient_name,
                path,
              },
            },
    )
  }

  async function announcePatient(patientId: number, results: readonly NewResult[]): Promise<number> {
    const [patient, readers] = await Promise.all([findPerson(ctx, patientId), readersOf(patientId)])
    if (patient === null) return 0
    return db.transaction(async (tx) => {
      const claimed = await newResults.claim(tx, results, clock.now())
      for (const reader of readers) {
        const seen = claimed.filter((one) => isNews(one) && isSeenBy(reader, one))
        for (const isCorrection of [false, true]) {
          const alike = seen.filter((one) => one.is_correction === isCorrection)
          await notifyReader(tx, reader, patient, alike, isCorrection)
        }
      }
      return claimed.length
    })
  }

  /**
   * Announces the visible results of a patient, and puts the others off until they are visible. A result may be released earlier or
   * the clinic's rules may change, so a held result is looked at again every few hours.
   */
  async function announceVisible(patientId: number, results: readonly NewResult[]): Promise<number> {
    const now = clock.now()
    const holds = new Map((await archive.heldExams(patientId)).map(({ id, hold }) => [id, hold]))
    const holdOf = ({ exam_id }: NewResult) => (exam_id === null ? undefined : holds.get(exam_id))
    for (const result of results) {
      const hold = holdOf(result)
      if (hold === undefined) continue
      const visibleAt = momentOf(hold.until, '00:00').getTime()
      await newResults.putOff([result], new Date(Math.min(visibleAt, now.getTime() + lookAgainMs)))
    }
    const visible = results.filter((one) => holdOf(one) === undefined)
    return visible.length === 0 ? 0 : announcePatient(patientId, visible)
  }

  /** Announces the results of a patient. If the archive does not answer, they are announced later, and those of others now. */
  async function announceOrPutOff(patientId: number, results: readonly NewResult[]): Promise<number> {
    try {
      return await announceVisible(patientId, results)
    } catch (error) {
      logger.warn(describeError(error), 'new results: the results of a patient could not be announced')
      await newResults.putOff(results, new Date(clock.now().getTime() + retryMs))
      return 0
    }
  }

  return {
    /**
     * Notifies the readers of a patient's exams that the result of an appointment is late, and returns whether it did. `claim`
     * decides between two servers.
     */
    announceLate: async (
      late: {
        readonly appointmentId: number
        readonly patientId: number
        readonly reservedGroup: string | null
      },
      claim: (tx: Queries) => Promise<boolean>,
    ): Promise<boolean> => {
      const [patient, readers] = await Promise.all([
        findPerson(ctx, late.patientId),
        readersOf(late.patientId),
      ])
      if (patient === null) return false
      const isNotified = await db.transaction(async (tx) => {
        if (!(await claim(tx))) return false
        for (const { person, withoutReserved } of readers) {
          if (withoutReserved && late.reservedGroup !== null) continue
          const patient_name = person.id === patient.id ? null : patient.first_name
          const notice: Notice = {
            person_id: person.id,
            type: 'exams_procedures',
            text: lateText(patient_name),
            about: { patient_id: patient.id, reserved_group: late.reservedGroup },
          }
          await notifyWithMail(tx, notice, lateResult, (path) =>
            person.email === null
              ? null
              : { recipient: person.email, data: { first_name: person.greeting_name, patient_name, path } },
          )
        }
        return true
      })
      if (isNotified) mail.trigger()
      return isNotified
    },

    /**
     * Announces the exams that were not announced yet, up to 200 a call; returns how many it handled. Each is announced
     * once, however many servers run the job. Exams that no reader may see are marked as announced without a message.
     */
    announce: async (): Promise<number> => {
      const byPatient = Map.groupBy(await newResults.waiting(clock.now()), ({ patient_id }) => patient_id)
      let announced = 0
      for (const [patientId, results] of byPatient) announced += await announceOrPutOff(patientId, results)
      if (announced > 0) mail.trigger()
      return announced
    },
  }
}

export type NewResultsService = ReturnType<typeof createNewResultsService>

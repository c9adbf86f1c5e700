/** Announces new results to the patient and to a child's guardians, in the portal and by a mail without health data. */
import { accountStatus } from '@mi-portal/contract/people'
import { addDays, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { describeError } from '../../platform/logger.ts'
import type { NewResult } from '../../ports/exam-storage.ts'
import { listGuardians } from '../family/patient-access.ts'
import { type Notice, notifyWithMail } from '../notifications/notify-person.ts'
import { findPerson, getOutgrownStep, type Person } from '../people/read-people.ts'
import { maySee } from './exams.rules.ts'
import { correctedResult, lateResult, newResult } from './new-results.mails.ts'
import { findLastMail } from './new-results.sql.ts'

const lookAgainMs = 6 * 3_600_000
/** Each reader gets at most one mail about results in this time, in milliseconds. */
const mailPauseMs = 60 * 60_000
const retryMs = 5 * 60_000

type Reader = { readonly person: Person; readonly withoutReserved: boolean }

function writeNotice(count: number, patientName: string | null, isCorrection: boolean): string {
  const whose = patientName === null ? '' : ` de ${patientName}`
  if (isCorrection)
    return count === 1
      ? `Se corrigió un resultado${whose} en Mis Exámenes`
      : `Se corrigieron ${count} resultados${whose} en Mis Exámenes`
  return count === 1
    ? `Hay un nuevo resultado${whose} en Mis Exámenes`
    : `Hay ${count} nuevos resultados${whose} en Mis Exámenes`
}

function writeJoinedText(patientName: string | null, isCorrection: boolean): string {
  const whose = patientName === null ? '' : ` de ${patientName}`
  return isCorrection
    ? `Se corrigieron resultados${whose} en Mis Exámenes`
    : `Hay nuevos resultados${whose} en Mis Exámenes`
}

function writeLateText(patientName: string | null): string {
  const whose = patientName === null ? '' : ` de ${patientName}`
  return `Un resultado${whose} está tardando más de lo previsto. Revisa Mis Exámenes`
}

/** Returns the exam that a message links to: the only one, or the list of the first one's kind. */
function describeExam([first, ...others]: readonly NewResult[]): Pick<Notice, 'exam'> {
  return first === undefined
    ? {}
    : { exam: { type: first.type, id: others.length === 0 ? first.exam_id : null } }
}

function isSeenBy({ person, withoutReserved }: Reader, { type, shown, reserved_group }: NewResult): boolean {
  return shown && maySee(type, person.document_type_id) && !(withoutReserved && reserved_group !== null)
}

function isNews({ settings, clock }: Context, { type, taken_at, news_at, is_vital_sign }: NewResult) {
  if (is_vital_sign || (taken_at !== null && toDay(taken_at) < settings.examsFrom[type])) return false
  return news_at === null || toDay(news_at) >= addDays(toDay(clock.now()), -settings.newsDays())
}

async function findReaders(ctx: Context, patientId: number): Promise<Reader[]> {
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

async function notifyReader(
  ctx: Context,
  tx: Queries,
  { person }: Reader,
  patient: Person,
  seen: readonly NewResult[],
  isCorrection: boolean,
): Promise<void> {
  if (seen.length === 0) return
  const patient_name = person.id === patient.id ? null : patient.first_name
  // The message is reserved only if every exam in it is reserved.
  const reserved_group = seen.every((one) => one.reserved_group !== null)
    ? (seen[0]?.reserved_group ?? null)
    : null
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - mailPauseMs)
  const template = isCorrection ? correctedResult : newResult
  const known = { person_id: person.id, patient_id: patient.id, template: template.name }
  const { last_at = null, is_waiting = false } =
    (await findRow(tx, findLastMail, { ...known, since, now })) ?? {}
  const notBefore = last_at === null ? {} : { notBefore: new Date(last_at.getTime() + mailPauseMs) }
  const notice: Notice = {
    person_id: person.id,
    type: 'exams_procedures',
    text: writeNotice(seen.length, patient_name, isCorrection),
    joinedText: writeJoinedText(patient_name, isCorrection),
    about: { patient_id: patient.id, reserved_group },
    ...describeExam(seen),
  }
  await notifyWithMail(ctx, tx, notice, template, (path) => {
    // A mail that waits announces these results too.
    if (person.email === null || is_waiting) return null
    const count = last_at === null ? seen.length : null
    const data = { first_name: person.greeting_name, count, patient_name, path }
    return { recipient: person.email, ...notBefore, data }
  })
}

async function announcePatient(ctx: Context, patientId: number, results: readonly NewResult[]) {
  const [patient, readers] = await Promise.all([findPerson(ctx, patientId), findReaders(ctx, patientId)])
  if (patient === null) return 0
  return ctx.db.transaction(async (tx) => {
    const claimed = await ctx.ports.newResults.claim(tx, results, ctx.clock.now())
    for (const reader of readers) {
      const seen = claimed.filter((one) => isNews(ctx, one) && isSeenBy(reader, one))
      for (const isCorrection of [false, true]) {
        const alike = seen.filter((one) => one.is_correction === isCorrection)
        await notifyReader(ctx, tx, reader, patient, alike, isCorrection)
      }
    }
    return claimed.length
  })
}

/**
 * Announces the visible results of a patient, and puts the others off until they are visible. A result may be released earlier or
 * the clinic's rules may change, so a held result is looked at again every few hours.
 */
async function announceVisible(ctx: Context, patientId: number, results: readonly NewResult[]) {
  const { archive, newResults } = ctx.ports
  const now = ctx.clock.now()
  const holds = new Map((await archive.heldExams(patientId)).map(({ id, hold }) => [id, hold]))
  const visible: NewResult[] = []
  for (const result of results) {
    const hold = result.exam_id === null ? undefined : holds.get(result.exam_id)
    if (hold === undefined) {
      visible.push(result)
      continue
    }
    const visibleAt = toInstant(hold.until, '00:00').getTime()
    await newResults.putOff([result], new Date(Math.min(visibleAt, now.getTime() + lookAgainMs)))
  }
  return visible.length === 0 ? 0 : announcePatient(ctx, patientId, visible)
}

async function announceOrPutOff(ctx: Context, patientId: number, results: readonly NewResult[]) {
  try {
    return await announceVisible(ctx, patientId, results)
  } catch (error) {
    ctx.logger.warn(describeError(error), 'new results: the results of a patient could not be announced')
    await ctx.ports.newResults.putOff(results, new Date(ctx.clock.now().getTime() + retryMs))
    return 0
  }
}

/**
 * Announces the exams that were not announced yet, up to 200 a call; returns how many it handled. Each is announced
 * once, however many servers run the job. Exams that no reader may see are marked as announced without a message.
 */
export async function announceResults(ctx: Context): Promise<number> {
  const waiting = await ctx.ports.newResults.waiting(ctx.clock.now())
  let announced = 0
  for (const [patientId, results] of Map.groupBy(waiting, ({ patient_id }) => patient_id))
    announced += await announceOrPutOff(ctx, patientId, results)
  return announced
}

export async function announceLateResult(
  ctx: Context,
  late: { readonly patient_id: number; readonly reserved_group: string | null },
  claim: (tx: Queries) => Promise<boolean>,
): Promise<boolean> {
  const { patient_id, reserved_group } = late
  const [patient, readers] = await Promise.all([findPerson(ctx, patient_id), findReaders(ctx, patient_id)])
  if (patient === null) return false
  const isNotified = await ctx.db.transaction(async (tx) => {
    if (!(await claim(tx))) return false
    for (const { person, withoutReserved } of readers) {
      if (withoutReserved && reserved_group !== null) continue
      const patient_name = person.id === patient.id ? null : patient.first_name
      const notice: Notice = {
        person_id: person.id,
        type: 'exams_procedures',
        text: writeLateText(patient_name),
        about: { patient_id: patient.id, reserved_group },
      }
      await notifyWithMail(ctx, tx, notice, lateResult, (path) =>
        person.email === null
          ? null
          : { recipient: person.email, data: { first_name: person.greeting_name, patient_name, path } },
      )
    }
    return true
  })
  return isNotified
}

/** Exams and procedures that can be booked, how to prepare for them, and requests to be contacted. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ContactRequest } from '@mi-portal/contract/booking/call-request'
import type { BodyPart, PatientKind } from '@mi-portal/contract/booking/exam-catalogue'
import type { CheckedForm } from '@mi-portal/contract/robot-check'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { callerNetwork, limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { ReadLetterhead } from '../../../ports/clinic.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { RobotCheck } from '../../../ports/robot-check.ts'
import type { ExamCatalogue, ProcedureFlags } from '../../../ports/scheduling.ts'
import type { BookingAccess, Caller } from '../booking-access.service.ts'
import type { QuestionnairesService } from '../questionnaires/questionnaires.service.ts'
import { imagingContactReceived } from './exam-booking.mails.ts'
import { readAnswers } from './exam-booking.rules.ts'
import type { Able } from './exam-booking.sql.ts'
import * as examBookingSql from './exam-booking.sql.ts'

type ExamBookingDependencies = {
  readonly db: Database
  readonly robotCheck: RobotCheck
  readonly mail: MailQueue
  readonly audit: Audit
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  readonly branding: { readonly brand: string }
  /** Returns whether preparation sheets are shown: once the clinic approved them. */
  readonly showsSheets: () => boolean
  readonly readLetterhead: ReadLetterhead
  /** Returns a name of what the clinic has published. */
  readonly clinicRevision: () => string
  readonly questionnaires: Pick<QuestionnairesService, 'read' | 'answer'>
  readonly access: Pick<BookingAccess, 'rightFor'>
  /** Stores a request in the staff's inbox, notifies its department and returns its id. */
  readonly storeContact: (
    tx: Queries,
    contact: {
      readonly requesterId: number
      readonly patientId: number
      readonly exam_type: string
      readonly details: {
        readonly name: string
        readonly lastName: string
        readonly rut: string
        readonly email: string
        readonly phone: string
        readonly questions: readonly { readonly question: string; readonly answer: 'Sí' | 'No' }[]
      }
    },
  ) => Promise<number>
}

function ableOf(flags: ProcedureFlags): Able {
  return { adults: flags.able_for_adults === 'true', children: flags.able_for_children === 'true' }
}

const fileOf = (key: string) => `/agenda/v1/indications/${key}.pdf`

export function createExamBookingService(dependencies: ExamBookingDependencies) {
  const { db, robotCheck, mail, audit, rateLimiter, clock, branding } = dependencies
  // The generated PDFs of the published preparation sheets.
  let revision = ''
  const files = new Map<string, Promise<Uint8Array>>()

  async function makeFile(key: string): Promise<Uint8Array> {
    const found = await examBookingSql.indications(db, key)
    if (found === null || !dependencies.showsSheets()) throw new ApiError('notFound')
    const { textPdf } = await import('../../../platform/pdf/text-pdf.ts')
    return textPdf({
      title: found.title,
      author: branding.brand,
      letterhead: await dependencies.readLetterhead(),
      note: 'Indicaciones para tu examen. Trae la orden médica y tus exámenes anteriores',
      madeAt: clock.now(),
      // The PDF already shows the title, and its generator supports only `h2` headings.
      html: found.html.replace(/<h3>.*?<\/h3>/, '').replace(/<(\/?)h[34]>/g, '<$1h2>'),
    })
  }

  /**
   * Returns the patient to whose record a request belongs. A request for another adult is stored with the caller, who may not see
   * the adult's messages; the form names the patient.
   */
  async function patientOf(caller: Caller, patientId: number | undefined): Promise<number> {
    if (patientId === undefined) return caller.actor.id
    const right = await dependencies.access.rightFor(caller, patientId)
    return right === 'leader' || right === 'delegate' ? caller.actor.id : patientId
  }

  return {
    specialties: (_: Caller, kind: PatientKind) => examBookingSql.specialties(db, kind),
    exams: (_: Caller, kind: PatientKind, specialty: string, part: BodyPart | null, office: number) =>
      examBookingSql.exams(db, kind, specialty, part, office),
    questionnaires: (_: Caller) => examBookingSql.questionnaires(db),
    readQuestionnaire: dependencies.questionnaires.read,
    answerQuestionnaire: dependencies.questionnaires.answer,
    categories: (_: Caller, office: number, flags: ProcedureFlags) =>
      examBookingSql.categories(db, office, ableOf(flags)),
    procedures: (_: Caller, office: number, category: string, flags: ProcedureFlags) =>
      examBookingSql.procedures(db, office, category, ableOf(flags)),

    indications: async (_: Caller, examId: number) => {
      const found = await examBookingSql.indicationsOfExam(db, examId)
      if (found === null) throw new ApiError('notFound')
      return { indications: found.html, pdf: fileOf(found.key) }
    },
    procedureIndications: async (_: Caller, code: string) => {
      const found = await examBookingSql.indicationsOfProcedure(db, code)
      if (found === null) throw new ApiError('notFound')
      return { pdf: fileOf(found.key) }
    },
    /** Returns the PDF with preparation instructions; throws 404 for an unknown key. */
    file: (key: string): Promise<Uint8Array> => {
      if (dependencies.clinicRevision() !== revision) files.clear()
      revision = dependencies.clinicRevision()
      const made = files.get(key) ?? makeFile(key)
      files.set(key, made)
      made.catch(() => files.delete(key))
      return made
    },

    /**
     * Stores a request to be contacted, notifies the department and confirms it by mail. Throws 400 without a solved robot check,
     * and 429 after five requests in an hour.
     */
    contact: async (caller: Caller, form: ContactRequest): Promise<number> => {
      const { actor, origin } = caller
      const patientId = await patientOf(caller, form.patient_id)
      const questions = readAnswers(form)
      if (questions === null)
        throw new ApiError('invalid', { param: 'questions', msg: 'Responde todas las preguntas' })
      await rateLimiter.consumeEach([limits.bookingContact], String(actor.id))
      const { name, lastName, rut, email, phone, typeExamen, altcha } = form
      const id = await db.transaction(async (tx) => {
        if (!(await robotCheck.consume(tx, 'contact', altcha)))
          throw new ApiError('robotCheckFailed', { param: 'altcha' })
        const facts = questions.map(({ question, yes }) => ({ question, answer: yes ? 'Sí' : 'No' }) as const)
        const details = { name, lastName, rut, email, phone, questions: facts }
        const contact = { requesterId: actor.id, patientId, exam_type: typeExamen, details }
        const contactId = await dependencies.storeContact(tx, contact)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: patientId === actor.id ? actor.rol : 'guardian',
          action: 'booking.contact',
          patientId,
          object: `imaging=${contactId}`,
          origin,
        })
        await mail.queue(tx, imagingContactReceived, {
          recipient: email,
          person_id: actor.id,
          data: {},
        })
        return contactId
      })
      mail.trigger()
      return id
    },

    /** Creates a challenge of the robot check for a form. */
    challenge: async (form: CheckedForm, address: string) => {
      await rateLimiter.consumeEach([limits.challenge], callerNetwork(address))
      return robotCheck.challenge(form)
    },
  }
}

type ExamBookingService = ReturnType<typeof createExamBookingService>

/** The exams of the scheduling service, with the requests to be contacted, which the portal's departments answer. */
export type ExamCalls = ExamCatalogue & Pick<ExamBookingService, 'contact' | 'challenge'>

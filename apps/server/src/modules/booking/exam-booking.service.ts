/** Exams and procedures that can be booked, how to prepare for them, and the request to be called. */
import type { BodyPart, ContactRequest, PatientKind } from '@mi-portal/contract/exam-booking'
import { Failure } from '@mi-portal/contract/failure'
import type { CheckedForm } from '@mi-portal/contract/robot-check'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { Caller } from './booking.service.ts'
import { imagingContactReceived } from './exam-booking.mails.ts'
import { readAnswers } from './exam-booking.rules.ts'
import type { Able, ExamBookingStore } from './exam-booking.store.ts'

type ExamBookingParts = {
  readonly db: Database
  readonly store: ExamBookingStore
  readonly robotCheck: RobotCheck
  readonly mail: MailQueue
  readonly audit: Audit
  readonly tries: Tries
  readonly clock: Clock
  readonly brand: string
  /** Keeps a request among those that the desks answer, and tells its desk; gives back its number. */
  readonly keepContact: (
    tx: Queries,
    contact: {
      readonly requesterId: number
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
    now: Date,
  ) => Promise<number>
}

export type Flags = {
  readonly able_for_adults?: string | undefined
  readonly able_for_children?: string | undefined
}

function ableOf(flags: Flags): Able {
  return { adults: flags.able_for_adults === 'true', children: flags.able_for_children === 'true' }
}

const fileOf = (key: string) => `/agenda/v1/indications/${key}.pdf`

export function examBookingService(parts: ExamBookingParts) {
  const { db, store, robotCheck, mail, audit, tries, clock, brand } = parts
  // As many as there are indications, and they change with a version only.
  const files = new Map<string, Promise<Uint8Array>>()

  async function makeFile(key: string): Promise<Uint8Array> {
    const found = await store.indications(key)
    if (found === null) throw new Failure('notFound')
    const { textPdf } = await import('../../platform/text-pdf.ts')
    return textPdf({
      title: found.title,
      author: brand,
      note: 'Indicaciones para tu examen. Trae la orden médica y tus exámenes anteriores',
      madeAt: clock.now(),
      // The title stands above already, and the printer knows no other headings.
      html: found.html.replace(/<h3>.*?<\/h3>/, '').replace(/<(\/?)h[34]>/g, '<$1h2>'),
    })
  }

  return {
    specialties: (_: Caller, kind: PatientKind) => store.specialties(kind),
    exams: (_: Caller, kind: PatientKind, specialty: string, part: BodyPart | null, office: number) =>
      store.exams(kind, specialty, part, office),
    questionnaires: (_: Caller) => store.questionnaires(),
    categories: (_: Caller, office: number, flags: Flags) => store.categories(office, ableOf(flags)),
    procedures: (_: Caller, office: number, category: string, flags: Flags) =>
      store.procedures(office, category, ableOf(flags)),

    indications: async (_: Caller, examId: number) => {
      const found = await store.indicationsOfExam(examId)
      if (found === null) throw new Failure('notFound')
      return { indications: found.html, pdf: fileOf(found.key) }
    },
    procedureIndications: async (_: Caller, code: string) => {
      const found = await store.indicationsOfProcedure(code)
      if (found === null) throw new Failure('notFound')
      return { pdf: fileOf(found.key) }
    },
    /** The PDF of indications; 404 where there are none of that key. */
    file: (key: string): Promise<Uint8Array> => {
      const made = files.get(key) ?? makeFile(key)
      files.set(key, made)
      made.catch(() => files.delete(key))
      return made
    },

    /** Keeps the request, mails it to the desk and confirms it. 400 without a robot check of its own, 429 after five an hour. */
    contact: async ({ actor, origin }: Caller, form: ContactRequest): Promise<number> => {
      const questions = readAnswers(form)
      if (questions === null)
        throw new Failure('invalid', { param: 'questions', msg: 'Responde todas las preguntas' })
      await tries.demand([limits.bookingContact], String(actor.id))
      const { name, lastName, rut, email, phone, typeExamen, altcha } = form
      const id = await db.transaction(async (tx) => {
        if (!(await robotCheck.spend(tx, 'contact', altcha)))
          throw new Failure('robotCheckFailed', { param: 'altcha' })
        const told = questions.map(({ question, yes }) => ({ question, answer: yes ? 'Sí' : 'No' }) as const)
        const details = { name, lastName, rut, email, phone, questions: told }
        const contact = { requesterId: actor.id, exam_type: typeExamen, details }
        const contactId = await parts.keepContact(tx, contact, clock.now())
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'booking.contact',
          patientId: actor.id,
          object: `imaging=${contactId}`,
          origin,
        })
        await mail.queue(tx, imagingContactReceived, {
          recipient: email,
          person_id: actor.id,
          data: { name },
        })
        return contactId
      })
      mail.nudge()
      return id
    },

    /** A challenge of the robot check, made for a form. */
    challenge: async (form: CheckedForm, address: string) => {
      await tries.demand([limits.challenge], address)
      return robotCheck.challenge(form)
    },
  }
}

export type ExamBookingService = ReturnType<typeof examBookingService>

/** What leads to an exam, told by the portal's own catalogues or by an outside service; the request to be called stays here. */
export type ExamCalls = ExamBookingService

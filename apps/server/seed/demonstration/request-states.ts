/** Requests of other patients in the states that the named accounts do not show: answered, overdue, invited. */
import { createHash } from 'node:crypto'
import type { ClinicLookup } from './clinic-lookup.ts'
import { findByStart } from './clinic-lookup.ts'
import type { At } from './families.ts'
import type { DemonstrationPeople } from './people.ts'
import type { Plan } from './plan.ts'

type Scene = {
  readonly plan: Plan
  readonly lookup: ClinicLookup
  readonly cast: DemonstrationPeople
  readonly at: At
}

type Person = Plan['people']['all'][number]

/** For each state: when the request was made, and its answer. Two wait for longer than was promised, and the last three were answered late. */
const states = [
  { daysAgo: 6, time: '09:40', answeredDaysAgo: null },
  { daysAgo: 4, time: '15:25', answeredDaysAgo: null },
  { daysAgo: 9, time: '11:10', answeredDaysAgo: 8 },
  { daysAgo: 21, time: '18:05', answeredDaysAgo: 20 },
  ...[12, 15, 18, 24, 26, 29, 33].map((daysAgo) => ({
    daysAgo,
    time: '12:20',
    answeredDaysAgo: daysAgo - 1,
  })),
  ...[14, 23, 31].map((daysAgo) => ({ daysAgo, time: '16:45', answeredDaysAgo: daysAgo - 6 })),
]

/** Adds document requests, quotes, contact messages and imaging contacts of other adults, waiting too long and answered. */
export function addRequestStates({ plan, lookup, cast, at }: Scene): void {
  const { clinic } = lookup
  const adults = plan.people.all.filter(
    (person) => cast.others.includes(person.id) && !person.opened_as_minor && person.status === 1,
  )
  const documentType = findByStart(clinic.documentTypes, 'Informe', 'Certificado')
  const quoteType = findByStart(clinic.quoteTypes, 'Exámenes')
  const reason = clinic.contact.reasons.find(({ exam, branch }) => !exam && branch !== 'required')
  states.forEach(({ daysAgo, time, answeredDaysAgo }, index) => {
    const person = (kind: number): Person | undefined => adults[20 + index * 4 + kind]
    const created_at = at(daysAgo, time)
    const answered_at = answeredDaysAgo === null ? null : at(answeredDaysAgo, '10:30')
    const state = answered_at === null ? 'pendiente' : 'respondida'
    const answer = (text: string) => (answered_at === null ? null : text)
    const common = { state, answered_at, created_at } as const
    const [one, two, three, four] = [0, 1, 2, 3].map(person)
    if (one && documentType)
      plan.documents.add({
        ...common,
        requester_id: one.id,
        patient_id: one.id,
        document_kind_id: documentType.id,
        comment: 'Lo necesito para presentarlo en mi trabajo.',
        answer: answer('Puedes retirarlo en la admisión de la sede, con tu cédula de identidad.'),
      })
    if (two && quoteType)
      plan.budgets.add({
        ...common,
        requester_id: two.id,
        patient_id: two.id,
        intervention_type_id: quoteType.id,
        forecast_id: quoteType.needs_forecast ? two.forecast_id : null,
        medico_tratante: '',
        fecha_estimada: createdDay(at, daysAgo - 30),
        h_pabellon: null,
        comentarios: 'Según la orden que me dieron en la consulta.',
        autoriza_contacto: true,
        comentario_ejecutivo: answer('Te llamamos para revisar la orden y acordar el presupuesto.'),
      })
    if (three && reason)
      plan.contacts.add({
        ...common,
        requester_id: three.id,
        patient_id: three.id,
        reason_id: reason.id,
        message: 'Me gustaría recibir la información de los horarios de verano.',
        exam_date: null,
        exam_type: null,
        exam_name: null,
        branch: null,
        answer: answer('Gracias por escribirnos. Los horarios están en la página de cada sede.'),
      })
    if (four)
      addImagingContact({ plan, lookup }, four, {
        ...common,
        answer: answer('Te llamamos y acordamos la hora.'),
      })
  })
}

const createdDay = (at: At, daysAgo: number) => at(daysAgo, '12:00').toISOString().slice(0, 10)

type Answered = Pick<Plan['contacts']['all'][number], 'state' | 'answer' | 'answered_at' | 'created_at'>

/** Adds the request of a patient with a metal implant or a similar risk, who must be called to book an imaging exam. */
export function addImagingContact(
  { plan, lookup }: Pick<Scene, 'plan' | 'lookup'>,
  person: Person,
  answered: Answered,
): void {
  const { questionnaires, exams } = lookup.clinic
  const questionnaire = questionnaires.find(({ key }) => key === 'resonancia') ?? questionnaires[0]
  if (!questionnaire) return
  const exam = exams.find(
    (one) => one.questionnaire === questionnaire.key && one.way_to_schedule === 'online',
  )
  const risk = questionnaire.questions.find(({ id }) => id === 'rm3') ?? questionnaire.questions[1]
  plan.contacts.add({
    requester_id: person.id,
    patient_id: person.id,
    matter: 'imaging',
    imaging: {
      name: person.first_name,
      lastName: [person.last_name, person.second_name].filter(Boolean).join(' '),
      rut: person.document_number,
      email: person.email ?? '',
      phone: person.phone ?? '',
      questions: questionnaire.questions.map(({ id, text }) => ({
        question: text,
        answer: id === risk?.id ? 'Sí' : 'No',
      })),
    },
    reason_id: null,
    message: '',
    exam_date: null,
    exam_type: exam?.text ?? questionnaire.title,
    exam_name: null,
    branch: null,
    ...answered,
  })
}

/** Adds the invitation of each request to join a family that waits for an answer. No known link opens one. */
export function addInvitations({ plan, at }: Pick<Scene, 'plan' | 'at'>): void {
  for (const { id, request_status, created_at } of plan.requests.all) {
    if (request_status !== 0) continue
    const lastsUntil = new Date(created_at.getTime() + 30 * 86_400_000)
    plan.invitations.push({
      request_id: id,
      token_hash: `\\x${createHash('sha256')
        .update(`demonstration:${id}:${at(0, '00:00').toISOString()}`)
        .digest('hex')}`,
      expires_at: lastsUntil,
    })
  }
}

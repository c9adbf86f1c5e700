/** Conversations that went on after the first answer: one that waits for the clinic, one answered with a file, one closed. */

import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { dueAt } from '@mi-portal/contract/clinic/promise'
import { addDays, type Day, toInstant } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'
import type { Queries } from '../../src/platform/database/database.ts'
import type { Letterhead } from '../../src/platform/pdf/letterhead.ts'
import { certificatePdf } from './answers.ts'
import { type ClinicLookup, findByStart } from './clinic-lookup.ts'
import { createPatientLookup } from './histories.ts'
import { insertRows, reserveIds } from './insert.ts'
import { fullName } from './names.ts'
import type { DemonstrationPeople } from './people.ts'
import type { MessageRow, Plan } from './plan.ts'

/** What the functions of the requests need to add rows to the plan. */
export type Scene = {
  readonly plan: Plan
  readonly lookup: ClinicLookup
  readonly cast: DemonstrationPeople
  readonly today: Day
  readonly letterhead: Letterhead
}

type Said = readonly [kind: MessageRow['kind'], daysAgo: number, time: string, text: string]

type Place = Pick<MessageRow, 'request_kind' | 'request_id'>

/** Continues requests of Camila, which the plan has already. */
export function addConversations({ plan, lookup, cast, today, letterhead }: Scene): void {
  const { camila, andrea } = cast.accounts
  const at = (daysAgo: number, time: string) => toInstant(addDays(today, -daysAgo), time)

  /** Adds the messages and returns the plan's numbers of them, with the moment of the last one of each kind. */
  const say = (place: Place, said: readonly Said[]) => {
    const numbers = said.map(([kind, daysAgo, time, text]) => {
      const author_id = kind === 'request' ? camila : andrea
      return plan.messages.add({ ...place, kind, author_id, text, created_at: at(daysAgo, time) })
    })
    const last = (...kinds: readonly MessageRow['kind'][]) =>
      plan.messages.all.findLast(({ id, kind }) => numbers.includes(id) && kinds.includes(kind))
        ?.created_at ?? null
    return {
      numbers,
      asked_at: last('request'),
      replied_at: last('answer', 'closing'),
      closed_at: last('closing'),
    }
  }

  const reason = findByStart(
    lookup.clinic.contact.reasons.filter(({ exam, branch }) => !exam && branch !== 'required'),
    'Mi portal',
    'Uso del portal',
    'Pregunta',
    'Sugerencia',
  )
  if (reason) {
    const request_id = plan.contacts.add({
      ...{ requester_id: camila, patient_id: camila, reason_id: reason.id, branch: null },
      ...{ exam_date: null, exam_type: null, exam_name: null, state: 'pendiente' },
      message: 'No logro descargar las imágenes de mi mamografía en el teléfono: la descarga se detiene.',
      answer: 'Hola, Camila. El estudio está completo. ¿Lo intentaste con wifi, y desde qué navegador?',
      answered_at: at(3, '11:20'),
      created_at: at(4, '21:15'),
    })
    const place = { request_kind: 'contact', request_id } as const
    const { numbers: _, ...thread } = say(place, [
      ['note', 3, '11:24', 'El estudio pesa 180 MB. Si vuelve a fallar, ofrecer un disco en admisión.'],
      [
        'request',
        1,
        '19:40',
        'Con wifi y Chrome llega a la mitad y se detiene. ¿Puedo retirarlas en la sede?',
      ],
    ])
    const staff_read_at = at(3, '11:25')
    plan.threads.push({ ...place, ...thread, replied_at: at(3, '11:20'), assignee_id: andrea, staff_read_at })
    plan.readAnswers.push({ person_id: camila, kind: 'contact', request_id, read_at: at(1, '19:30') })
  }

  const certificate = plan.documents.all.find(
    ({ requester_id, answer }) => requester_id === camila && answer !== null,
  )
  const sent = plan.requestFiles.find(
    ({ request_kind, request_id }) => request_kind === 'document' && request_id === certificate?.id,
  )
  const file = plan.files.all.find(({ id }) => id === sent?.file_id)
  const [site] = lookup.clinic.sites
  if (certificate && file && site) {
    const place = { request_kind: 'document', request_id: certificate.id } as const
    const { numbers, ...thread } = say(place, [
      [
        'request',
        12,
        '18:30',
        'Mi empleador pide que el certificado diga la hora de la atención. Adjunto el que recibí.',
      ],
      ['answer', 11, '10:05', 'Emitimos uno nuevo, con la hora de inicio y de término.'],
    ])
    const [asked_id = null, answered_id = null] = numbers
    const patient = createPatientLookup(plan)(camila)
    const { purpose: __, created_at: ___, ...copy } = file
    const returned = plan.files.add({ ...copy, purpose: 'request', created_at: at(12, '18:30') })
    const created_at = at(11, '10:05')
    const corrected = plan.files.add({
      ...{ purpose: 'answer', media_type: 'application/pdf', name: 'certificado-con-hora.pdf', created_at },
      make: () =>
        certificatePdf({
          ...{ letterhead, site, patient: fullName(patient), answered_at: created_at },
          document: `RUT ${formatRun(patient.document_number)}`,
          attended: addDays(today, -18),
          office: `${site.name}, de 10:00 a 10:30,`,
        }),
    })
    const attached = { request_kind: 'document', request_id: certificate.id } as const
    plan.requestFiles.push(
      { ...attached, file_id: returned, side: 'request', message_id: asked_id },
      { ...attached, file_id: corrected, side: 'answer', message_id: answered_id },
    )
    plan.threads.push({ ...place, ...thread, assignee_id: null, staff_read_at: created_at })
  }

  const quote = plan.budgets.all.findLast(
    ({ requester_id, answered_at }) => requester_id === camila && answered_at !== null,
  )
  if (quote) {
    const place = { request_kind: 'budget', request_id: quote.id } as const
    const { numbers: _, ...thread } = say(place, [
      ['request', 65, '08:50', '¿El valor de la resonancia cambia si la hago un sábado?'],
      ['answer', 65, '12:30', 'No, el valor es el mismo todos los días. El presupuesto vale por 60 días.'],
      ['request', 63, '20:10', 'Gracias. Ya reservé ambos exámenes.'],
      ['closing', 62, '09:15', 'Los exámenes quedaron reservados con este presupuesto. ¡Que te vaya bien!'],
    ])
    plan.threads.push({ ...place, ...thread, assignee_id: andrea, staff_read_at: at(62, '09:14') })
    plan.readAnswers.push({
      person_id: camila,
      kind: 'budget',
      request_id: quote.id,
      read_at: at(60, '18:00'),
    })
  }
}

type Ids = {
  readonly requests: Readonly<Record<MessageRow['request_kind'], readonly number[]>>
  readonly people: readonly number[]
  readonly files: readonly number[]
}

const promiseNames = { document: 'documents', budget: 'budgets', contact: 'contact' } as const

/** Inserts the files, messages and states of all requests. */
export async function insertConversations(
  tx: Queries,
  plan: Plan,
  promises: ClinicPackage['clinic']['promises'],
  { requests, people, files: file_id }: Ids,
): Promise<void> {
  const messages = await reserveIds(tx, 'request_messages', plan.messages.all.length)
  for (const kind of ['document', 'budget', 'contact'] as const) {
    const isOfKind = (row: { readonly request_kind: string }) => row.request_kind === kind
    const request_id = requests[kind]
    const promise = promises[promiseNames[kind]]
    const threads = plan.threads.filter(isOfKind).map((row) => ({
      ...row,
      due_at: row.asked_at && dueAt(promise, row.asked_at, new Set()),
    }))
    const files = plan.requestFiles.filter(isOfKind).map((row) => ({ message_id: null, ...row }))
    const said = plan.messages.all.filter(isOfKind)
    await insertRows(tx, 'request_messages', said, { id: messages, request_id, author_id: people })
    await insertRows(tx, 'request_threads', threads, { request_id, assignee_id: people })
    await insertRows(tx, 'request_files', files, { file_id, request_id, message_id: messages })
    const read = plan.readAnswers.filter((row) => row.kind === kind)
    await insertRows(tx, 'read_answers', read, { request_id, person_id: people })
  }
}

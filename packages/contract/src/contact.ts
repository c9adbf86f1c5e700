/** Messages from a patient to the clinic. */
import * as z from 'zod/mini'
import { answerFields, attachedFile, optionalText, requestPageSize } from './desk-requests.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageBody, pageReply } from './paging.ts'
import { atMost } from './text.ts'
import { moment } from './values/date-schemas.ts'
import { isDay } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

export const examTypes = [
  'Cardiología',
  'Electroencefalografía',
  'Medicina Física',
  'Oftalmología',
  'Procedimientos Ambulatorios',
  'Procedimientos Broncopulmonar',
  'Procedimientos Otorrinolaringología',
  'UPC Neonatología',
  'Imagenología',
  'Imagenología de la Mujer',
] as const

export const branches = [
  { code: 'MAIPU', name: 'Maipú' },
  { code: 'PROVIDENCIA', name: 'Providencia' },
] as const

/**
 * Returns the additional fields of a reason: 1 to 4 offer a branch and 4 (another request) requires one; 6 (seeing
 * exams) asks for the exam.
 */
export function reasonAsks(reason: string | number) {
  const number = Number(reason)
  return {
    branch: number >= 1 && number <= 4,
    branchRequired: number === 4,
    exam: number === 6,
  }
}

const reason = 'Seleccione una razón de contacto'
const patient = 'Selecciona ¿Quién es el paciente?'
const message = 'Digita Mensaje'
const examDate = 'Ingrese la fecha del examen'
const wrongDate = 'Ingrese una fecha válida.'
const examType = 'Ingrese el tipo del examen'
const examName = 'Ingrese el nombre del examen'
const sucursal = 'Seleccione su sucursal'

/**
 * Converts `26-11-2026` to `2026-11-26`; null when there is no such day, or it is not in the years 2000 to 3000.
 */
export function readExamDate(text: string): string | null {
  const [, date, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []
  if (!date || !month || !year) return null
  const day = `${year}-${month}-${date}`
  return isDay(day) && Number(year) >= 2000 && Number(year) <= 3000 ? day : null
}

/**
 * Returns the code of the branch with this code or name; an empty text for none, undefined for an unknown branch.
 */
export function branchCode(text: string): string | undefined {
  if (text === '') return ''
  return branches.find(({ code, name }) => code === text || name === text)?.code
}

type Asked = { readonly [field: string]: unknown }

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The text fields of a contact message. Evidence is sent in the same form as files, in fields of any name. */
export const contactForm = z
  .object({
    reason_contact_id: z.string(reason).check(atMost(1, reason), z.regex(/^[1-6]$/, reason)),
    patient_id: idParam(patient),
    sucursal: optionalText(40, sucursal),
    examDate: optionalText(20, wrongDate),
    examType: optionalText(80, examType),
    examName: optionalText(200, 'El nombre puede tener hasta 200 caracteres'),
    message: z
      .string(message)
      .check(
        z.trim(),
        z.minLength(1, message),
        atMost(4000, 'El mensaje puede tener hasta 4.000 caracteres'),
      ),
  })
  .check(
    z.check<Asked>(
      ({ value, issues }) => {
        const asks = reasonAsks(textOf(value.reason_contact_id))
        const miss = (text: string, field: string) =>
          issues.push({ code: 'custom', message: text, path: [field], input: value })
        if (asks.exam) {
          const date = textOf(value.examDate)
          if (date === '') miss(examDate, 'examDate')
          else if (readExamDate(date) === null) miss(wrongDate, 'examDate')
          if (!examTypes.some((type) => type === textOf(value.examType))) miss(examType, 'examType')
          if (textOf(value.examName) === '') miss(examName, 'examName')
        }
        const branch = branchCode(textOf(value.sucursal))
        if (asks.branch && (branch === undefined || (asks.branchRequired && branch === '')))
          miss(sucursal, 'sucursal')
      },
      { when: () => true },
    ),
  )

const contact = z.object({
  id: id(),
  reason_contact: z.object({ name: z.string() }),
  patient_full_name: z.string(),
  application_date: moment(),
  message: z.string(),
  ...answerFields,
  files: z.array(attachedFile),
})

export const contactEndpoints = {
  reasons: {
    method: 'GET',
    path: '/reasons/contacts',
    access: 'signedIn',
    summary: 'Lists the contact reasons',
    reply: z.object({ reasons: z.array(z.object({ id: id(), name: z.string() })) }),
  },
  send: {
    method: 'POST',
    path: '/contacts',
    access: 'patient',
    summary: 'Sends a message to the clinic about the caller or a minor in their care',
    form: contactForm,
    files: true,
    reply: z.object({ contactId: id() }),
  },
  pages: {
    method: 'POST',
    path: '/contacts/pages',
    access: 'patient',
    summary: 'Lists the caller’s messages with their answers, newest first',
    body: z.safeExtend(pageBody(requestPageSize), {
      /** Searched in the reason and the patient’s name. */
      filter: z._default(z.nullable(z.string().check(atMost(200))), ''),
      status: z._default(z.nullable(z.enum(['', 'pendiente', 'respondida'], 'Estado inválido')), ''),
    }),
    patient: { of: 'self' },
    action: 'contact.list',
    reply: z.object({ contactUs: z.array(contact), ...pageReply }),
  },
} as const satisfies EndpointTable

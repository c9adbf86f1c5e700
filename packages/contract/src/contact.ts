/** What a patient writes to the clinic. */
import * as z from 'zod/mini'
import { answerFields, attachedFile, optionalText, requestPageSize } from './desk-requests.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageReply } from './paging.ts'
import { isDay, moment } from './values/dates.ts'
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

/** What a reason asks besides: 4 another request, 5 the portal, 6 seeing exams. */
export function reasonAsks(reason: string | number) {
  const number = Number(reason)
  return {
    branch: number >= 1 && number <= 4,
    branchRequired: number === 4,
    exam: number === 6,
  }
}

const reason = 'Seleccione una razon de contacto'
const patient = 'Selecciona ¿Quién es el paciente?'
const message = 'Digita Mensaje'
const examDate = 'Ingrese la fecha del examen'
const wrongDate = 'Ingrese una fecha válida.'
const examType = 'Ingrese el tipo del examen'
const examName = 'Ingrese el nombre del examen'
const sucursal = 'Seleccione su sucursal'

/** `26-11-2026` as `2026-11-26`; null where there is no such day, or not in the years 2000 to 3000. */
export function readExamDate(text: string): string | null {
  const [, date, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []
  if (!date || !month || !year) return null
  const day = `${year}-${month}-${date}`
  return isDay(day) && Number(year) >= 2000 && Number(year) <= 3000 ? day : null
}

/** A branch by its code or its name, as its code; empty for none; undefined for what is none. */
export function branchCode(text: string): string | undefined {
  if (text === '') return ''
  return branches.find(({ code, name }) => code === text || name === text)?.code
}

type Asked = { readonly [field: string]: unknown }

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The text fields of a contact; evidence travels beside them as files, in fields of any name. */
export const contactForm = z
  .object({
    reason_contact_id: z.string(reason).check(z.regex(/^[1-6]$/, reason)),
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
        z.maxLength(4000, 'El mensaje puede tener hasta 4.000 caracteres'),
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

const pageNumber = z.int('Página inválida').check(z.minimum(1, 'Página inválida'), z.maximum(1_000_000))
const pageLimit = z
  .int('Límite inválido')
  .check(z.minimum(1, 'Límite inválido'), z.maximum(100, 'Límite inválido'))

export const contactEndpoints = {
  reasons: {
    method: 'GET',
    path: '/reasons/contacts',
    access: 'signedIn',
    summary: 'Reasons to write',
    reply: z.object({ reasons: z.array(z.object({ id: id(), name: z.string() })) }),
  },
  send: {
    method: 'POST',
    path: '/contacts',
    access: 'patient',
    summary: 'Writes to the clinic, about the caller or a minor in their care',
    form: contactForm,
    files: true,
    reply: z.object({ contactId: id() }),
  },
  pages: {
    method: 'POST',
    path: '/contacts/pages',
    access: 'patient',
    summary: 'What the caller wrote, newest first, with its answers',
    body: z.object({
      /** Found in the reason or the patient’s name. */
      filter: z._default(z.nullable(z.string().check(z.maxLength(200))), ''),
      status: z._default(z.nullable(z.enum(['', 'pendiente', 'respondida'], 'Estado inválido')), ''),
      page: z._default(pageNumber, 1),
      limit: z._default(pageLimit, requestPageSize),
    }),
    patient: { of: 'self' },
    action: 'contact.list',
    reply: z.object({ contactUs: z.array(contact), ...pageReply }),
  },
} as const satisfies EndpointTable

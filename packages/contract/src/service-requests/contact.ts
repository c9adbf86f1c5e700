import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageBody, pageReply } from '../calls/paging.ts'
import type { PublicClinic } from '../clinic/public-clinic.ts'
import { atMost, checkForm, requiredText, textLike } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { isDay } from '../values/dates.ts'
import { id, idParam } from '../values/ids.ts'
import { answerFields, attachedFile, optionalText, requestPageSize } from './service-requests.ts'
import { messageTooLong, threadFields } from './threads.ts'

export type ContactOptions = {
  readonly reasons: readonly {
    readonly id: number
    readonly branch: 'none' | 'optional' | 'required'
    readonly exam: boolean
  }[]
  readonly branches: readonly { readonly code: string; readonly name: string }[]
  readonly exam_types: readonly string[]
}

export function getContactOptions({
  sites,
  contact: { reasons, branches, exam_types },
}: PublicClinic): ContactOptions {
  const findName = (code: string) => sites.find((site) => site.code === code)?.name ?? code
  return { reasons, branches: branches.map((code) => ({ code, name: findName(code) })), exam_types }
}

/** Returns which further fields a reason has. */
export function reasonAsks(reason: string | number, { reasons }: Pick<ContactOptions, 'reasons'>) {
  const found = reasons.find(({ id }) => id === Number(reason))
  return {
    branch: found !== undefined && found.branch !== 'none',
    branchRequired: found?.branch === 'required',
    exam: found?.exam ?? false,
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
export function branchCode(text: string, { branches }: Pick<ContactOptions, 'branches'>): string | undefined {
  if (text === '') return ''
  return branches.find(({ code, name }) => code === text || name === text)?.code
}

export const contactForm = z.object({
  reason_contact_id: textLike(/^[1-9]\d*$/, 9, reason),
  patient_id: idParam(patient),
  sucursal: optionalText(40, sucursal),
  examDate: optionalText(20, wrongDate),
  examType: optionalText(80, examType),
  examName: optionalText(200, 'El nombre puede tener hasta 200 caracteres'),
  message: requiredText(message, 4000, messageTooLong),
})

const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Returns the errors of a message that depend on what the clinic offers, in the order of the fields. */
export function findContactErrors(
  form: { readonly [field: string]: unknown },
  options: ContactOptions,
): { readonly msg: string; readonly param: string }[] {
  const number = Number(toText(form['reason_contact_id']))
  if (!options.reasons.some(({ id }) => id === number)) return [{ msg: reason, param: 'reason_contact_id' }]
  const asks = reasonAsks(number, options)
  const errors: { msg: string; param: string }[] = []
  const branch = branchCode(toText(form['sucursal']), options)
  if (asks.branch && (branch === undefined || (asks.branchRequired && branch === '')))
    errors.push({ msg: sucursal, param: 'sucursal' })
  if (!asks.exam) return errors
  const date = toText(form['examDate'])
  if (date === '') errors.push({ msg: examDate, param: 'examDate' })
  else if (readExamDate(date) === null) errors.push({ msg: wrongDate, param: 'examDate' })
  if (!options.exam_types.includes(toText(form['examType'])))
    errors.push({ msg: examType, param: 'examType' })
  if (toText(form['examName']) === '') errors.push({ msg: examName, param: 'examName' })
  return errors
}

export function contactFormFor(options: ContactOptions) {
  const find = (form: { readonly [field: string]: unknown }) =>
    findContactErrors(form, options).map(({ msg, param }) => [param, msg] as const)
  return contactForm.check(checkForm(find, true))
}

const contact = z.object({
  id: id(),
  reason_contact: z.object({ name: z.string() }),
  patient_full_name: z.string(),
  application_date: moment(),
  due_at: moment(),
  message: z.string(),
  /** The number of a complaint, and whether its letter waits for the second person; null for any other reason. */
  complaint: z.nullable(z.object({ number: z.string(), is_in_review: z.boolean() })),
  ...answerFields,
  ...threadFields,
  /** The department that answers: its conversation is found under this matter. */
  matter: z.enum(['contact', 'imaging', 'complaints']),
  files: z.array(attachedFile),
})

export const contactEndpoints = endpoints({ access: 'patient' })({
  reasons: {
    route: 'GET /reasons/contacts',
    access: 'signedIn',
    summary: 'Lists the contact reasons',
    reply: z.object({ reasons: z.array(z.object({ id: id(), name: z.string() })) }),
  },
  send: {
    route: 'POST /contacts',
    summary: 'Sends a message to the clinic about the caller or a minor in their care',
    form: contactForm,
    files: true,
    reply: z.object({
      contactId: id(),
      complaint: z.nullable(z.object({ number: z.string(), due_at: moment() })),
    }),
  },
  pages: {
    route: 'POST /contacts/pages',
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
})

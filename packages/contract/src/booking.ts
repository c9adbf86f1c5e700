/**
 * Booking an hour: the calls of the scheduling service. All but the token take `authorization: Bearer <token>`, and
 * answer `{ data }`.
 */
import * as z from 'zod/mini'
import { appointment } from './appointments.ts'
import type { EndpointTable } from './endpoint.ts'
import { day, moment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

/** Minutes for which a chosen hour is kept, an hour that was offered to somebody who waits, and a token of the service. */
export const bookingMinutes = { hold: 5, offer: 30, token: 10 } as const

/** Days that one question for free hours may cover, both ends included. */
const mostSlotDays = 14

/** The sites as addresses of the booking pages name them. */
const officeCodes = ['PROVIDENCIA', 'MAIPU'] as const
export type OfficeCode = (typeof officeCodes)[number]

const officeCode = z.enum(officeCodes, 'Sucursal inválida')

/** One code or several, separated by commas: `362,363,364`. */
const codes = z.pipe(
  z
    .string('Especialidad inválida')
    .check(
      z.maxLength(400, 'Especialidad inválida'),
      z.regex(/^[A-Za-z0-9_-]{1,12}(,[A-Za-z0-9_-]{1,12})*$/, 'Especialidad inválida'),
    ),
  z.transform((text: string) => [...new Set(text.toUpperCase().split(','))]),
)

const rut = z.pipe(
  z
    .string('Profesional inválido')
    .check(z.minLength(1, 'Profesional inválido'), z.maxLength(16, 'Profesional inválido')),
  z.transform((text: string) => text.replace(/[.\-\s]/g, '').toUpperCase()),
)

const modality = z.enum(['presencial', 'telemedicina'], 'Modalidad inválida')

const service = z.object({ code: z.string(), name: z.string() })
export type Service = z.output<typeof service>

const office = z.object({
  office_id: officeCode,
  /** 2 or 239. */
  id: id(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
})
export type Office = z.output<typeof office>

const professional = z.object({
  /** Without dots or dash. */
  rut: z.string(),
  name: z.string(),
  specialties: z.array(service),
  /** When their next free hour begins, of those that were asked for; null where there is none in sight. */
  next_free: z.nullable(moment()),
})

const slot = z.object({
  id: id(),
  rut_professional: z.string(),
  doctor_name: z.string(),
  office_id: officeCode,
  starts_at: moment(),
  ends_at: moment(),
  /** The code and the name of what the hour is for. */
  specialty: z.string(),
  specialty_name: z.string(),
  modality,
  /** Where in the building; empty for a visit by video. */
  room: z.string(),
})
export type Slot = z.output<typeof slot>

const slotsQuery = z
  .object({
    office_id: z.optional(officeCode),
    from: day('Fecha inválida'),
    to: day('Fecha inválida'),
    specialty: z.optional(codes),
    exam_id: z.optional(idParam('Examen inválido')),
    procedure: z.optional(
      z.string('Procedimiento inválido').check(z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Procedimiento inválido')),
    ),
    rut_professional: z.optional(rut),
    modality: z.optional(modality),
  })
  .check(
    z.check((payload) => {
      const { from, to, specialty, exam_id, procedure, rut_professional } = payload.value
      const fault = (path: string, message: string) =>
        payload.issues.push({ code: 'custom', message, path: [path], input: payload.value })
      if (!specialty && !exam_id && !procedure && !rut_professional)
        fault('specialty', 'Selecciona una especialidad, un examen, un procedimiento o un profesional')
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
      if (days < 0 || days >= mostSlotDays) fault('to', `Elige un período de hasta ${mostSlotDays} días`)
    }),
  )

/** What an hour that is about to be booked would mean for the patient. */
const outlook = z.object({
  /** Words to show before confirming, or null: another hour of the patient is near in time and at the other site. */
  warning: z.nullable(z.string()),
})

const hold = z.object({
  hold_id: id(),
  expires_at: moment(),
  /** Until then, for clocks that are wrong. */
  seconds: z.int(),
  slot,
})
export type Hold = z.output<typeof hold>

const bookingCheck = z.object({
  patient_id: id(),
  /** The hour that is moved: it is given up in the same act in which the new one is taken. */
  id_appointment: z.optional(id()),
  /** The exam or the procedure that the hour is for, where it is for one. */
  exam_id: z.optional(id('Examen inválido')),
  procedure: z.optional(
    z.string('Procedimiento inválido').check(z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Procedimiento inválido')),
  ),
})
const booking = z.extend(bookingCheck, { hold_id: id() })

const appointmentParam = z.object({ id_appointment: idParam() })

const waitingDraft = z.object({
  patient_id: id(),
  /** Code of a specialty, an exam's specialty or a procedure's category. */
  specialty: z
    .string('Especialidad inválida')
    .check(z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Especialidad inválida')),
  /** Either site where absent. */
  office_id: z.optional(officeCode),
  /** Anybody where absent. */
  rut_professional: z.optional(rut),
  /** From today and without end where absent. */
  from: z.optional(day('Fecha inválida')),
  to: z.optional(day('Fecha inválida')),
})

const waiting = z.object({
  id: id(),
  patient_id: id(),
  patient_full_name: z.string(),
  specialty: service,
  office_id: z.nullable(officeCode),
  rut_professional: z.nullable(z.string()),
  doctor_name: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  created_at: moment(),
})

const offer = z.object({
  hold_id: id(),
  expires_at: moment(),
  patient_id: id(),
  patient_full_name: z.string(),
  slot,
})

export const bookingEndpoints = {
  token: {
    method: 'GET',
    path: '/scheduling/token',
    access: 'patient',
    summary:
      'A bearer token for the scheduling service: ten minutes at most, and never longer than the session',
    reply: z.object({ token: z.string(), expires_at: moment() }),
  },
  offices: {
    method: 'GET',
    path: '/agenda/v1/offices',
    access: 'bearer',
    summary: 'The sites',
    reply: z.object({ data: z.array(office) }),
  },
  specialties: {
    method: 'GET',
    path: '/agenda/v1/specialties',
    access: 'bearer',
    summary: 'What may be consulted at a site, by name; or what the codes in `spec_id` stand for',
    query: z.object({
      office_id: z.optional(officeCode),
      spec_id: z.optional(codes),
      modality: z.optional(modality),
    }),
    reply: z.object({ data: z.array(service) }),
  },
  professionals: {
    method: 'GET',
    path: '/agenda/v1/professionals',
    access: 'bearer',
    summary: 'Who attends, whoever is free soonest first',
    query: z.object({
      office_id: z.optional(officeCode),
      specialty: z.optional(codes),
      rut_professional: z.optional(rut),
      modality: z.optional(modality),
    }),
    reply: z.object({ data: z.array(professional) }),
  },
  slots: {
    method: 'GET',
    path: '/agenda/v1/slots',
    access: 'bearer',
    summary: 'Free hours, soonest first; `from` and `to` are days of Santiago, both included',
    query: slotsQuery,
    reply: z.object({ data: z.array(slot) }),
  },
  hold: {
    method: 'POST',
    path: '/agenda/v1/holds',
    access: 'bearer',
    summary: 'Keeps a free hour for five minutes; asking again gives the same hold',
    body: z.object({ slot_id: id() }),
    reply: z.object({ data: hold }),
  },
  release: {
    method: 'DELETE',
    path: '/agenda/v1/holds/{hold_id}',
    access: 'bearer',
    summary: 'Gives a hold back, or declines an hour that was offered',
    params: z.object({ hold_id: idParam() }),
    reply: z.object({}),
  },
  check: {
    method: 'POST',
    path: '/agenda/v1/holds/{hold_id}/check',
    access: 'bearer',
    summary: 'Whether the held hour may be booked for that patient, refused as booking it would be',
    params: z.object({ hold_id: idParam() }),
    body: bookingCheck,
    reply: z.object({ data: outlook }),
  },
  book: {
    method: 'POST',
    path: '/agenda/v1/bookings',
    access: 'bearer',
    summary:
      'Books a held hour, or moves another to it. With the same `Idempotency-Key` a repeated booking answers as the first',
    body: booking,
    reply: z.object({ data: appointment, warning: z.nullable(z.string()) }),
  },
  booked: {
    method: 'GET',
    path: '/agenda/v1/bookings',
    access: 'bearer',
    summary: 'Hours to come that the caller booked for adults of their group',
    reply: z.object({ data: z.array(z.extend(appointment, { patient_full_name: z.string() })) }),
  },
  cancel: {
    method: 'DELETE',
    path: '/agenda/v1/bookings/{id_appointment}',
    access: 'bearer',
    summary: 'Gives an hour up, as the portal’s own call does',
    params: appointmentParam,
    reply: z.object({}),
  },
  calendarFile: {
    method: 'GET',
    path: '/agenda/v1/bookings/{id_appointment}.ics',
    access: 'bearer',
    summary: 'The hour as a calendar file; after a move or a cancellation it updates the same entry',
    params: appointmentParam,
    raw: true,
    reply: z.string(),
  },
} as const satisfies EndpointTable

const fasting = z.object({
  hours: z.int(),
  /** From when on nothing is to be eaten. */
  from: moment(),
})

const bookedHour = z.object({
  hour: z.extend(appointment, { patient_full_name: z.string() }),
  office: z.extend(office, {
    /** How to come in and where to announce oneself. */
    entry: z.string(),
  }),
  /** The code of what the hour is for, as the searches spell it, and the exam or procedure where it is for one. */
  specialty: z.string(),
  exam_id: z.nullable(z.int()),
  procedure: z.nullable(z.string()),
  preparation: z.nullable(
    z.object({
      title: z.string(),
      /** Headings, lists and paragraphs. */
      html: z.string(),
      /** The address of the same as a PDF. */
      pdf: z.nullable(z.string()),
      /** None: no fasting is known of. Several: which one holds is said by the medical order. */
      fasting: z.array(fasting),
    }),
  ),
})
export type BookedHour = z.output<typeof bookedHour>

export const preparationEndpoints = {
  bookedHour: {
    method: 'GET',
    path: '/agenda/v1/bookings/{id_appointment}/preparation',
    access: 'bearer',
    summary: 'A booked hour with where to go and how to prepare, the fasting worked out for that hour',
    params: appointmentParam,
    reply: z.object({ data: bookedHour }),
  },
} as const satisfies EndpointTable

/** How another portal comes to this one's calendars, where both know a secret. */
export const schedulingTokenEndpoints = {
  visit: {
    method: 'POST',
    path: '/agenda/v1/token',
    access: 'public',
    summary:
      'A bearer token for a patient whom another portal vouches for: `assertion` is a JWT (HS256, `SCHEDULING_SECRET`) whose `sub` is their document, `1-123456785`',
    body: z.object({
      assertion: z.string('Solicitud inválida').check(z.maxLength(2_000, 'Solicitud inválida')),
    }),
    reply: z.object({ token: z.string(), expires_at: moment(), patient_id: id() }),
  },
} as const satisfies EndpointTable
export type VisitorToken = z.output<typeof schedulingTokenEndpoints.visit.reply>

export const waitingEndpoints = {
  wait: {
    method: 'POST',
    path: '/agenda/v1/waiting',
    access: 'bearer',
    summary:
      'Waits for an hour to be freed: whoever fits first gets an offer that is kept for thirty minutes',
    body: waitingDraft,
    reply: z.object({ data: waiting }),
  },
  waiting: {
    method: 'GET',
    path: '/agenda/v1/waiting',
    access: 'bearer',
    summary: 'What the caller waits for',
    reply: z.object({ data: z.array(waiting) }),
  },
  stopWaiting: {
    method: 'DELETE',
    path: '/agenda/v1/waiting/{id}',
    access: 'bearer',
    summary: 'Waits no more',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
  offers: {
    method: 'GET',
    path: '/agenda/v1/offers',
    access: 'bearer',
    summary: 'Hours offered to the caller: taken by booking their `hold_id`, declined by giving it back',
    reply: z.object({ data: z.array(offer) }),
  },
} as const satisfies EndpointTable

export const reminderEndpoints = {
  off: {
    method: 'POST',
    path: '/agenda/v1/reminders/off',
    access: 'public',
    summary: 'Ends the reminders of whoever got the link in their mail',
    body: z.object({ token: z.string('Enlace inválido').check(z.maxLength(200, 'Enlace inválido')) }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable

export type Waiting = z.output<typeof waiting>
export type Offer = z.output<typeof offer>
export type WaitingDraft = z.output<typeof waitingDraft>
export type SlotsQuery = z.output<typeof slotsQuery>
export type BookingCheck = z.output<typeof bookingCheck>
export type BookingRequest = z.output<typeof booking>
export type BookingReply = { readonly data: z.output<typeof appointment>; readonly warning: string | null }

/**
 * Booking an appointment: the endpoints of the scheduling service. All but the token endpoint need the header
 * `authorization: Bearer <token>`, and answer `{ data }`.
 */
import * as z from 'zod/mini'
import { appointment } from './appointments.ts'
import type { EndpointTable } from './endpoint.ts'
import { atMost } from './text.ts'
import { type Day, day, moment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

/**
 * Minutes that each lasts: a hold on a chosen slot, an offer to a patient on the waiting list, and a token of the
 * scheduling service.
 */
export const bookingMinutes = { hold: 5, offer: 30, token: 10 } as const

/** Maximum number of days of one search for slots, both ends included. */
const mostSlotDays = 14

/** The sites as the addresses of the booking pages name them. */
const officeCodes = ['PROVIDENCIA', 'MAIPU'] as const
export type OfficeCode = (typeof officeCodes)[number]

const officeCode = z.enum(officeCodes, 'Sucursal inválida')

/** One code or several, separated by commas: `362,363,364`. */
const codes = z.pipe(
  z
    .string('Especialidad inválida')
    .check(
      atMost(400, 'Especialidad inválida'),
      z.regex(/^[A-Za-z0-9_-]{1,12}(,[A-Za-z0-9_-]{1,12})*$/, 'Especialidad inválida'),
    ),
  z.transform((text: string) => [...new Set(text.toUpperCase().split(','))]),
)

const rut = z.pipe(
  z
    .string('Profesional inválido')
    .check(z.minLength(1, 'Profesional inválido'), atMost(16, 'Profesional inválido')),
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
  /** When the professional's next slot of this search begins; null when none was found. */
  next_free: z.nullable(moment()),
  /** Whether that slot is in person or by video; absent when an external scheduling service does not say. */
  next_modality: z.optional(z.nullable(modality)),
  /** The address of the photo; absent when an external service stores the calendars. */
  doctor_image: z.optional(z.nullable(z.string())),
})

export type Professional = z.output<typeof professional>

const slot = z.object({
  id: id(),
  rut_professional: z.string(),
  doctor_name: z.string(),
  office_id: officeCode,
  starts_at: moment(),
  ends_at: moment(),
  /** The code and the name of the service that the slot is for. */
  specialty: z.string(),
  specialty_name: z.string(),
  modality,
  /** The room in the building; empty for a video visit. */
  room: z.string(),
})
export type Slot = z.output<typeof slot>

/** The service that the patient needs. */
const serviceNeed = {
  specialty: z.optional(codes),
  exam_id: z.optional(idParam('Examen inválido')),
  procedure: z.optional(
    z
      .string('Procedimiento inválido')
      .check(
        atMost(12, 'Procedimiento inválido'),
        z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Procedimiento inválido'),
      ),
  ),
}

/** Adds a field error when the period is longer than one search may cover. */
function checkPeriod({ value, issues }: { value: { from: Day; to: Day }; issues: object[] }): void {
  const days = (Date.parse(value.to) - Date.parse(value.from)) / 86_400_000
  const message = `Elige un período de hasta ${mostSlotDays} días`
  if (days < 0 || days >= mostSlotDays) issues.push({ code: 'custom', message, path: ['to'], input: value })
}

const slotsQuery = z
  .object({
    ...serviceNeed,
    office_id: z.optional(officeCode),
    from: day('Fecha inválida'),
    to: day('Fecha inválida'),
    rut_professional: z.optional(rut),
    modality: z.optional(modality),
  })
  .check(
    z.check((payload) => {
      const { specialty, exam_id, procedure, rut_professional } = payload.value
      const fault = (path: string, message: string) =>
        payload.issues.push({ code: 'custom', message, path: [path], input: payload.value })
      if (!specialty && !exam_id && !procedure && !rut_professional)
        fault('specialty', 'Selecciona una especialidad, un examen, un procedimiento o un profesional')
      checkPeriod(payload)
    }),
  )

const busyQuery = z
  .object({ from: day('Fecha inválida'), to: day('Fecha inválida') })
  .check(z.check((payload) => checkPeriod(payload)))

const busyTime = z.object({
  id_appointment: id(),
  patient_id: id(),
  first_name: z.string(),
  starts_at: moment(),
  ends_at: moment(),
})
/** A time at which a patient already has an appointment. */
export type BusyTime = z.output<typeof busyTime>

/** What the booking of a slot would mean for the patient. */
const outlook = z.object({
  /**
   * Warning to show before confirming, or null: the patient has another appointment at the other site near this
   * time.
   */
  warning: z.nullable(z.string()),
})

const hold = z.object({
  hold_id: id(),
  expires_at: moment(),
  /** Seconds until the hold expires, for devices whose clock is wrong. */
  seconds: z.int(),
  slot,
})
export type Hold = z.output<typeof hold>

const bookingCheck = z.object({
  patient_id: id(),
  /** The appointment to move: it is given up in the same step that books the new slot. */
  id_appointment: z.optional(id()),
  /** The exam or the procedure that the appointment is for, if any. */
  exam_id: z.optional(id('Examen inválido')),
  procedure: z.optional(
    z
      .string('Procedimiento inválido')
      .check(
        atMost(12, 'Procedimiento inválido'),
        z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Procedimiento inválido'),
      ),
  ),
})
const booking = z.extend(bookingCheck, {
  hold_id: id(),
  /**
   * The modality of the new appointment, confirmed by the person. Needed when an appointment in person is moved to one by
   * video, or the other way round.
   */
  accepted_modality: z.optional(modality),
})

const appointmentParam = z.object({ id_appointment: idParam() })

const waitingDraft = z.object({
  patient_id: id(),
  /** Code of a specialty, an exam's specialty or a procedure's category. */
  specialty: z
    .string('Especialidad inválida')
    .check(atMost(12, 'Especialidad inválida'), z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Especialidad inválida')),
  /** Either site when absent. */
  office_id: z.optional(officeCode),
  /** Any professional when absent. */
  rut_professional: z.optional(rut),
  /** From today and without an end when absent. */
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
      'Returns a bearer token for the scheduling service, valid for at most ten minutes and within the session',
    reply: z.object({ token: z.string(), expires_at: moment() }),
  },
  offices: {
    method: 'GET',
    path: '/agenda/v1/offices',
    root: true,
    access: 'bearer',
    summary: 'Lists the sites; with a specialty, an exam or a procedure, only the sites that offer it',
    query: z.object(serviceNeed),
    reply: z.object({ data: z.array(office) }),
  },
  specialties: {
    method: 'GET',
    path: '/agenda/v1/specialties',
    root: true,
    access: 'bearer',
    summary: 'Lists the services of a site by name, or the services with the codes in `spec_id`',
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
    root: true,
    access: 'bearer',
    summary: 'Lists the professionals of a service, the one with the earliest free slot first',
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
    root: true,
    access: 'bearer',
    summary: 'Lists free slots, soonest first; `from` and `to` are days in Santiago, both included',
    query: slotsQuery,
    reply: z.object({ data: z.array(slot) }),
  },
  hold: {
    method: 'POST',
    path: '/agenda/v1/holds',
    root: true,
    access: 'bearer',
    summary: 'Holds a free slot for five minutes; a repeated call returns the same hold',
    body: z.object({ slot_id: id() }),
    reply: z.object({ data: hold }),
  },
  release: {
    method: 'DELETE',
    path: '/agenda/v1/holds/{hold_id}',
    root: true,
    access: 'bearer',
    summary: 'Releases a hold, or declines an offered slot',
    params: z.object({ hold_id: idParam() }),
    reply: z.object({}),
  },
  check: {
    method: 'POST',
    path: '/agenda/v1/holds/{hold_id}/check',
    root: true,
    access: 'bearer',
    summary: 'Returns whether the held slot may be booked for a patient, with the same errors as booking it',
    params: z.object({ hold_id: idParam() }),
    body: bookingCheck,
    reply: z.object({ data: outlook }),
  },
  book: {
    method: 'POST',
    path: '/agenda/v1/bookings',
    root: true,
    access: 'bearer',
    summary:
      'Books a held slot, or moves an appointment to it; a repetition with the same `Idempotency-Key` returns the first answer',
    body: booking,
    reply: z.object({ data: appointment, warning: z.nullable(z.string()) }),
  },
  booked: {
    method: 'GET',
    path: '/agenda/v1/bookings',
    root: true,
    access: 'bearer',
    summary: 'Lists the upcoming appointments that the caller booked for adults of their group',
    reply: z.object({ data: z.array(z.extend(appointment, { patient_full_name: z.string() })) }),
  },
  busyTimes: {
    method: 'GET',
    path: '/agenda/v1/busy',
    root: true,
    access: 'bearer',
    summary:
      'Lists when the caller, the minors in their care and the adults they booked for already have an appointment',
    query: busyQuery,
    reply: z.object({ data: z.array(busyTime) }),
  },
  cancel: {
    method: 'DELETE',
    path: '/agenda/v1/bookings/{id_appointment}',
    root: true,
    access: 'bearer',
    summary: 'Cancels an appointment, as the call of the portal does',
    params: appointmentParam,
    reply: z.object({}),
  },
  calendarFile: {
    method: 'GET',
    path: '/agenda/v1/bookings/{id_appointment}.ics',
    root: true,
    access: 'bearer',
    summary:
      'Returns an appointment as a calendar file; after a move or a cancellation it updates the same entry',
    params: appointmentParam,
    raw: true,
    reply: z.string(),
  },
} as const satisfies EndpointTable

const fasting = z.object({
  hours: z.int(),
  /** The time from which the patient must not eat. */
  from: moment(),
})

const bookedHour = z.object({
  hour: z.extend(appointment, { patient_full_name: z.string() }),
  office: z.extend(office, {
    /** How to enter the building and where to check in. */
    entry: z.string(),
  }),
  /** The code of the service, as the searches spell it, and the exam or procedure if the appointment is for one. */
  specialty: z.string(),
  exam_id: z.nullable(z.int()),
  procedure: z.nullable(z.string()),
  /**
   * Days before the appointment on which a reminder is still to be sent, either to the caller or only to the
   * patient.
   */
  reminders: z.object({ days: z.array(z.int()), to: z.enum(['caller', 'patient']) }),
  preparation: z.nullable(
    z.object({
      title: z.string(),
      /** HTML of headings, lists and paragraphs. */
      html: z.string(),
      /** The address of the same text as a PDF. */
      pdf: z.nullable(z.string()),
      /** Empty: no fasting is known. Several: the medical order says which one applies. */
      fasting: z.array(fasting),
    }),
  ),
})
export type BookedHour = z.output<typeof bookedHour>

export const preparationEndpoints = {
  bookedHour: {
    method: 'GET',
    path: '/agenda/v1/bookings/{id_appointment}/preparation',
    root: true,
    access: 'bearer',
    summary: 'Returns an appointment with its site and preparation, including the fasting for its time',
    mayBeOver: true,
    params: appointmentParam,
    reply: z.object({ data: bookedHour }),
  },
} as const satisfies EndpointTable

/** How a partner portal gets access to this portal's calendars; both know a shared secret. */
export const schedulingTokenEndpoints = {
  visit: {
    method: 'POST',
    path: '/agenda/v1/token',
    root: true,
    access: 'public',
    summary:
      'Gives a bearer token for the patient for whom a partner portal vouches: `assertion` is a JWT (HS256, the secret of that partner) with `iss` its public address, `aud` the public address of this portal, `sub` the document of the patient, `1-123456785`, and a `jti` that is used once',
    body: z.object({
      assertion: z.string('Solicitud inválida').check(atMost(2_000, 'Solicitud inválida')),
    }),
    reply: z.object({ token: z.string(), expires_at: moment(), patient_id: id() }),
  },
} as const satisfies EndpointTable
export type VisitorToken = z.output<typeof schedulingTokenEndpoints.visit.reply>

export const waitingEndpoints = {
  wait: {
    method: 'POST',
    path: '/agenda/v1/waiting',
    root: true,
    access: 'bearer',
    summary:
      'Adds the caller to a waiting list: the first match for a released slot gets an offer for thirty minutes',
    body: waitingDraft,
    reply: z.object({ data: waiting }),
  },
  waiting: {
    method: 'GET',
    path: '/agenda/v1/waiting',
    root: true,
    access: 'bearer',
    summary: 'Lists the caller’s waiting list entries',
    reply: z.object({ data: z.array(waiting) }),
  },
  stopWaiting: {
    method: 'DELETE',
    path: '/agenda/v1/waiting/{id}',
    root: true,
    access: 'bearer',
    summary: 'Removes a waiting list entry of the caller',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
  offers: {
    method: 'GET',
    path: '/agenda/v1/offers',
    root: true,
    access: 'bearer',
    summary: 'Lists the slots offered to the caller: booking `hold_id` accepts one, releasing it declines it',
    reply: z.object({ data: z.array(offer) }),
  },
} as const satisfies EndpointTable

export const reminderEndpoints = {
  off: {
    method: 'POST',
    path: '/agenda/v1/reminders/off',
    root: true,
    access: 'public',
    summary: 'Stops the appointment reminders of the recipient of the e-mail with this token',
    body: z.object({ token: z.string('Enlace inválido').check(atMost(200, 'Enlace inválido')) }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable

export type Waiting = z.output<typeof waiting>
export type Offer = z.output<typeof offer>
export type WaitingDraft = z.output<typeof waitingDraft>
export type SlotsQuery = z.output<typeof slotsQuery>
/** A specialty, an exam or a procedure; any service when empty. */
export type ServiceNeed = Pick<SlotsQuery, 'specialty' | 'exam_id' | 'procedure'>
export type BookingCheck = z.output<typeof bookingCheck>
export type BookingRequest = z.output<typeof booking>
export type BookingReply = { readonly data: z.output<typeof appointment>; readonly warning: string | null }

/** What can be booked, where and with whom. The endpoints of the scheduling service need the header
 * `authorization: Bearer <token>`, and answer `{ data }`.
 */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost, textLike } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'

/** The code of a site, as the addresses of the booking pages name it. Which sites there are, the published clinic says. */
export const unknownOffice = 'Sucursal inválida'
export const officeCode = textLike(/^[A-Z0-9][A-Z0-9_-]*$/, 40, unknownOffice)
export type OfficeCode = z.output<typeof officeCode>

/** One code or several, separated by commas: `362,363,364`. */
const codes = z.pipe(
  textLike(/^[A-Za-z0-9_-]{1,40}(,[A-Za-z0-9_-]{1,40})*$/, 400, 'Especialidad inválida'),
  z.transform((text: string) => [...new Set(text.toUpperCase().split(','))]),
)

export const rut = z.pipe(
  z
    .string('Profesional inválido')
    .check(z.minLength(1, 'Profesional inválido'), atMost(16, 'Profesional inválido')),
  z.transform((text: string) => text.replace(/[.\-\s]/g, '').toUpperCase()),
)

export const modality = z.enum(['presencial', 'telemedicina'], 'Modalidad inválida')

export const service = z.object({ code: z.string(), name: z.string() })
export type Service = z.output<typeof service>

export const office = z.object({
  office_id: officeCode,
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
  next_free: z.nullable(moment()),
  /** Whether that slot is in person or by video; absent when an external scheduling service does not say. */
  next_modality: z.optional(z.nullable(modality)),
  /** The address of the photo; absent when an external service stores the calendars. */
  doctor_image: z.optional(z.nullable(z.string())),
})

export type Professional = z.output<typeof professional>

export const serviceNeed = {
  specialty: z.optional(codes),
  exam_id: z.optional(idParam('Examen inválido')),
  procedure: z.optional(textLike(/^[A-Za-z0-9_-]{1,40}$/, 40, 'Procedimiento inválido')),
}

const need = z.object(serviceNeed)
/** A specialty, an exam or a procedure; any service when empty. */
export type ServiceNeed = z.output<typeof need>

export const serviceEndpoints = endpoints({ access: 'bearer', root: true })({
  offices: {
    route: 'GET /agenda/v1/offices',
    summary: 'Lists the sites; with a specialty, an exam or a procedure, only the sites that offer it',
    query: z.object(serviceNeed),
    reply: z.object({ data: z.array(office) }),
  },
  specialties: {
    route: 'GET /agenda/v1/specialties',
    summary: 'Lists the services of a site by name, or the services with the codes in `spec_id`',
    query: z.object({
      office_id: z.optional(officeCode),
      spec_id: z.optional(codes),
      modality: z.optional(modality),
      /** Whom the appointment is for: services that do not attend this age are left out. */
      patient_id: z.optional(idParam('Paciente inválido')),
    }),
    reply: z.object({ data: z.array(service) }),
  },
  professionals: {
    route: 'GET /agenda/v1/professionals',
    summary: 'Lists the professionals of a service, the one with the earliest free slot first',
    query: z.object({
      office_id: z.optional(officeCode),
      specialty: z.optional(codes),
      rut_professional: z.optional(rut),
      modality: z.optional(modality),
    }),
    reply: z.object({ data: z.array(professional) }),
  },
})

/** The procedures that can be booked, and how to prepare for one. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { atMost } from '../text.ts'
import { countParam } from '../values/ids.ts'

const category = z.object({ code: z.string(), name: z.string() })
export type ProcedureCategory = z.output<typeof category>
const procedure = z.object({
  code: z.string(),
  name: z.string(),
  minutes: z.int(),
  sedation: z.boolean(),
  requires_order: z.boolean(),
  way_to_schedule: z.enum(['presencial', 'callcenter', 'online']),
})
export type Procedure = z.output<typeof procedure>

/** Code of an exam specialty, of a kind of procedure or of a procedure. */
export const serviceCode = (message: string) =>
  z.string(message).check(atMost(40, message), z.regex(/^[A-Za-z0-9_-]{1,40}$/, message))
const branch = countParam(1, 2_147_483_647, 'Sucursal inválida')
const flag = z.optional(z.enum(['true', 'false'], 'Tipo de paciente inválido'))

export const procedureEndpoints = {
  procedureCategories: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedure-categories',
    root: true,
    access: 'bearer',
    summary: 'Lists the kinds of procedure at a site',
    query: z.object({ branch_office: branch, able_for_adults: flag, able_for_children: flag }),
    reply: z.object({ data: z.array(category) }),
  },
  procedures: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedures/search',
    root: true,
    access: 'bearer',
    summary: 'Lists the procedures of a kind at a site, for adults or for children',
    query: z.object({
      branch_office: branch,
      category: serviceCode('Tipo de prestación es requerido'),
      able_for_adults: flag,
      able_for_children: flag,
    }),
    reply: z.object({ data: z.array(procedure) }),
  },
  procedureIndications: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedure/indications',
    root: true,
    access: 'bearer',
    summary: 'Returns the address of the PDF that says how to prepare for a procedure',
    query: z.object({ code: serviceCode('Examen es requerido') }),
    reply: z.object({ data: z.object({ pdf: z.string() }) }),
  },
} as const satisfies EndpointTable

import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { textLike } from '../fields/text.ts'
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

export const serviceCode = (message: string) => textLike(/^[A-Za-z0-9_-]{1,40}$/, 40, message)
const branch = countParam(1, 2_147_483_647, 'Sucursal inválida')
const flag = z.optional(z.enum(['true', 'false'], 'Tipo de paciente inválido'))

export const procedureEndpoints = endpoints({ access: 'bearer', root: true })({
  procedureCategories: {
    route: 'GET /agenda/wp-json/ind-booking/v1/procedure-categories',
    summary: 'Lists the kinds of procedure at a site',
    query: z.object({ branch_office: branch, able_for_adults: flag, able_for_children: flag }),
    reply: z.object({ data: z.array(category) }),
  },
  procedures: {
    route: 'GET /agenda/wp-json/ind-booking/v1/procedures/search',
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
    route: 'GET /agenda/wp-json/ind-booking/v1/procedure/indications',
    summary: 'Returns the address of the PDF that says how to prepare for a procedure',
    query: z.object({ code: serviceCode('Examen es requerido') }),
    reply: z.object({ data: z.object({ pdf: z.string() }) }),
  },
})

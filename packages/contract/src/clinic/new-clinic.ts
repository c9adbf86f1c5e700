/** The answers from which a first clinic package is made, with the rules of the parts that they fill. */
import * as z from 'zod/mini'
import { clinic } from './parts/clinic.ts'
import { site } from './parts/sites.ts'

/** Returns a copy of a field without what it says about the files and forms of the package, which does not concern the API. */
function withoutMetadata<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  return schema.clone(schema.def)
}

export const newClinic = z.object({
  brand: withoutMetadata(clinic.shape.brand),
  product: withoutMetadata(clinic.shape.product),
  email: withoutMetadata(clinic.shape.support.shape.email),
  phone: withoutMetadata(clinic.shape.support.shape.phone),
  /** The name of the first site. */
  site: withoutMetadata(site.shape.name),
  address: withoutMetadata(site.shape.address),
  /** The code of the commune of the site (Código Único Territorial). */
  commune: withoutMetadata(site.shape.commune_id),
  /** The first day whose results are shown. */
  results_from: withoutMetadata(clinic.shape.results_from.shape.laboratory),
})
export type NewClinic = z.output<typeof newClinic>

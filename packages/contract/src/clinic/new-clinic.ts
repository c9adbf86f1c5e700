import * as z from 'zod/mini'
import { clinic } from './parts/clinic.ts'
import { site } from './parts/sites.ts'

export const newClinic = z.object({
  brand: clinic.shape.brand,
  product: clinic.shape.product,
  email: clinic.shape.support.shape.email,
  phone: clinic.shape.support.shape.phone,
  site: site.shape.name,
  address: site.shape.address,
  /** The code of the commune of the site (Código Único Territorial). */
  commune: site.shape.commune_id,
  results_from: clinic.shape.results_from.shape.laboratory,
})
export type NewClinic = z.output<typeof newClinic>

import { removeAccents } from '@mi-portal/contract/fields/accents'
import { portal } from '../../../lib/portal-config.ts'
import { code, matchingAny, positive, searchParams } from '../../../lib/search-params.ts'
import type { ProcedureChoices } from './procedures.flow.ts'

/** Procedure booking: the choices. A site is given by its code, its name or its number; a single site needs no choice. */
export const procedureSearch: (raw: Readonly<Record<string, unknown>>) => ProcedureChoices = searchParams({
  sucursal: (value) => {
    const { procedure_sites, sites } = portal.clinic
    const offering = sites.filter((site) => procedure_sites.includes(site.code))
    const given = plain(value)
    const named = offering.find(({ code: own, name, id }) =>
      [own, name, id].some((known) => plain(known) === given),
    )
    return (named ?? (offering.length === 1 ? offering[0] : undefined))?.code
  },
  paciente: positive,
  tipo: matchingAny('pediatrica', 'adulto'),
  service_type: code,
  exam: code,
  paso: matchingAny('presencial', 'callcenter'),
})

function plain(value: unknown): string {
  return removeAccents(String(value ?? '')).toUpperCase()
}

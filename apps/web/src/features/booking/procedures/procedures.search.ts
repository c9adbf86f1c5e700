import { code, oneOf, searchParams } from '../../../lib/search-params.ts'
import type { ProcedureChoices } from './procedures.flow.ts'

const siteNumbers: Readonly<Record<string, 'PROVIDENCIA' | 'MAIPU'>> = { '2': 'PROVIDENCIA', '239': 'MAIPU' }
const site = oneOf('PROVIDENCIA', 'MAIPU')

/** Procedure booking: the choices. A site is given by its name or its number. */
export const procedureSearch: (raw: Readonly<Record<string, unknown>>) => ProcedureChoices = searchParams({
  sucursal: (value) => {
    const name = String(value ?? '').toUpperCase()
    return site(name.replace('Ú', 'U')) ?? siteNumbers[name]
  },
  tipo: oneOf('ADULTO', 'PEDIATRICO'),
  service_type: code,
  exam: code,
  paso: oneOf('presencial', 'callcenter'),
})

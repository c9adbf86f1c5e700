import { procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { queryOptions } from '@tanstack/react-query'
import { schedulingKey } from '../booking.queries.ts'
import { callScheduling } from '../scheduling.queries.ts'
import type { ProcedureChoices } from './procedures.flow.ts'

const staleTime = 10 * 60_000

interface Asked {
  /** Number of the site; null while unknown. */
  officeId: number | null
  tipo: ProcedureChoices['tipo']
  /** Whether the patient has the paediatric age itself, at which the procedures of both kinds of patient are offered. */
  isForBoth: boolean
}

function toPatientKind({ tipo, isForBoth }: Asked) {
  if (isForBoth) return {}
  return tipo === 'pediatrica' ? { able_for_children: 'true' as const } : { able_for_adults: 'true' as const }
}

export function procedureCategoriesQuery(asked: Asked) {
  const { officeId, tipo } = asked
  return queryOptions({
    queryKey: [...schedulingKey, 'procedure-categories', asked],
    staleTime,
    enabled: officeId !== null && tipo !== undefined,
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          procedureEndpoints.procedureCategories,
          { query: { branch_office: officeId ?? 0, ...toPatientKind(asked) } },
          { signal, fallback: 'Error al obtener las categorías' },
        )
      ).data,
  })
}

export function proceduresQuery(asked: Asked, category: string | undefined) {
  const { officeId, tipo } = asked
  return queryOptions({
    queryKey: [...schedulingKey, 'procedures', asked, category],
    staleTime,
    enabled: officeId !== null && tipo !== undefined && category !== undefined,
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          procedureEndpoints.procedures,
          { query: { branch_office: officeId ?? 0, category: category ?? '', ...toPatientKind(asked) } },
          { signal, fallback: 'Error al obtener los procedimientos' },
        )
      ).data,
  })
}

/** Returns the address of the sheet that says how to prepare. */
export function procedureSheetQuery(code: string, client = callScheduling) {
  return queryOptions({
    queryKey: [...schedulingKey, 'procedure-sheet', code],
    staleTime,
    queryFn: async ({ signal }) =>
      (
        await client(
          procedureEndpoints.procedureIndications,
          { query: { code } },
          { signal, fallback: 'No pudimos cargar las indicaciones' },
        )
      ).data.pdf,
  })
}

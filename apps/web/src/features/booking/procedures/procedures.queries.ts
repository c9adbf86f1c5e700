import { examBookingEndpoints } from '@mi-portal/contract/exam-booking'
import { queryOptions } from '@tanstack/react-query'
import { callAgenda } from '../agenda.queries.ts'
import { agendaKey } from '../booking.queries.ts'
import type { ProcedureChoices } from './procedures.flow.ts'

const staleTime = 10 * 60_000

const ableFor = (tipo: ProcedureChoices['tipo']) =>
  tipo === 'PEDIATRICO' ? ({ able_for_children: 'true' } as const) : ({ able_for_adults: 'true' } as const)

interface Asked {
  /** 2 or 239; null while it is not known. */
  officeId: number | null
  tipo: ProcedureChoices['tipo']
}

export function procedureCategoriesQuery({ officeId, tipo }: Asked) {
  return queryOptions({
    queryKey: [...agendaKey, 'procedure-categories', officeId, tipo],
    staleTime,
    enabled: officeId !== null && tipo !== undefined,
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          examBookingEndpoints.procedureCategories,
          { query: { branch_office: officeId ?? 0, ...ableFor(tipo) } },
          { signal, fallback: 'Error al obtener las categorías' },
        )
      ).data,
  })
}

export function proceduresQuery({ officeId, tipo }: Asked, category: string | undefined) {
  return queryOptions({
    queryKey: [...agendaKey, 'procedures', officeId, tipo, category],
    staleTime,
    enabled: officeId !== null && tipo !== undefined && category !== undefined,
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          examBookingEndpoints.procedures,
          { query: { branch_office: officeId ?? 0, category: category ?? '', ...ableFor(tipo) } },
          { signal, fallback: 'Error al obtener los procedimientos' },
        )
      ).data,
  })
}

/** The address of the sheet that says how to prepare. */
export function procedureSheetQuery(code: string) {
  return queryOptions({
    queryKey: [...agendaKey, 'procedure-sheet', code],
    staleTime,
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          examBookingEndpoints.procedureIndications,
          { query: { code } },
          { signal, fallback: 'No pudimos cargar las indicaciones' },
        )
      ).data.pdf,
  })
}

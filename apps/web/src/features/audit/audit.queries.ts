/** Loads the audit log for super administrators. */
import { type auditColumns, auditEndpoints } from '@mi-portal/contract/audit'
import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { saveText } from '../../lib/browser/save-text.ts'
import { call } from '../../lib/call.ts'

export interface AuditFilter extends OrderedPage<typeof auditColumns> {
  /** Search texts, which are never in an address. */
  person: string
  staff: string
  /** Id of the patient whose data was accessed. */
  patientId?: number
  action?: string
  from?: string
  to?: string
}

function toAuditSearch({ person, staff, patientId, action, from, to }: AuditFilter) {
  return { person, staff, patient_id: patientId, action, from, to }
}

export function auditLogQuery(filter: AuditFilter) {
  return queryOptions({
    queryKey: ['audit', 'list', filter],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        auditEndpoints.list,
        { body: { ...toAuditSearch(filter), page: filter.page, limit: filter.limit, order: filter.order } },
        { signal, fallback: 'Error server al obtener el registro' },
      ),
  })
}

export const actionsQuery = queryOptions({
  queryKey: ['audit', 'actions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (await call(auditEndpoints.actions, {}, { signal, fallback: 'Error server al obtener las acciones' }))
      .actions,
})

/** Downloads the filtered log as a file. Resolves with its number of rows. */
export function useExportAuditLog() {
  return useMutation({
    mutationFn: async (filter: AuditFilter) => {
      const { csv, name, rows } = await call(
        auditEndpoints.export,
        { body: toAuditSearch(filter) },
        { fallback: 'Error server al exportar el registro' },
      )
      saveText(name, 'text/csv;charset=utf-8', csv)
      return rows
    },
  })
}

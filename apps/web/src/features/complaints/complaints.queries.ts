/** Loads the register of complaints and one complaint, and changes its letter. */

import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import {
  type ComplaintFilter,
  type complaintColumns,
  complaintEndpoints,
} from '@mi-portal/contract/complaints'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { saveText } from '../../lib/browser/save-text.ts'
import { call, fetchFile } from '../../lib/call.ts'

const complaintsKey = ['complaints'] as const

interface RegisterFilter {
  filter: string
  state: ComplaintFilter
}

export function complaintsQuery(
  filter: RegisterFilter,
  { page, limit, order }: OrderedPage<typeof complaintColumns>,
) {
  return queryOptions({
    queryKey: [...complaintsKey, 'list', filter, page, limit, order],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        complaintEndpoints.pages,
        { body: { ...filter, page, limit, order } },
        { signal, fallback: 'Error server al obtener los reclamos' },
      ),
  })
}

/** Loads one complaint, each time it is opened: the audit log records every complaint that staff read. */
export function complaintQuery(id: number) {
  return queryOptions({
    queryKey: [...complaintsKey, 'one', id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (
        await call(
          complaintEndpoints.open,
          { params: { id } },
          { signal, fallback: 'Error server al obtener el reclamo' },
        )
      ).complaint,
  })
}

/** Returns a function that loads the shown complaints again, and the numbers of the menu. */
function useReloadComplaints() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: complaintsKey }),
      client.invalidateQueries({ queryKey: ['overview'] }),
    ])
}

export function useExportComplaints() {
  return useMutation({
    mutationFn: async (filter: RegisterFilter) => {
      const { name, csv } = await call(complaintEndpoints.export, { body: filter })
      saveText(name, 'text/csv;charset=utf-8', csv)
    },
  })
}

export function useAddNote(id: number) {
  return useMutation({
    mutationFn: (body: { text: string }) => call(complaintEndpoints.note, { params: { id }, body }),
    onSuccess: useReloadComplaints(),
  })
}

interface WrittenLetter {
  text: string
  written_at: string | null
  proposes: boolean
}

export function useSaveLetter(id: number) {
  return useMutation({
    mutationFn: (body: WrittenLetter) => call(complaintEndpoints.save, { params: { id }, body }),
    onSuccess: useReloadComplaints(),
  })
}

export function useReturnLetter(id: number) {
  return useMutation({
    mutationFn: (body: { text: string; written_at: string }) =>
      call(complaintEndpoints.return, { params: { id }, body }),
    onSuccess: useReloadComplaints(),
  })
}

export function useApproveLetter(id: number) {
  return useMutation({
    mutationFn: (written_at: string) =>
      call(complaintEndpoints.approve, { params: { id }, body: { written_at } }),
    onSuccess: useReloadComplaints(),
  })
}

/** Downloads the letter as it would be printed, without signatures. */
export function usePreviewLetter(id: number) {
  return useMutation({
    mutationFn: async () => {
      const url = `/api/admin/complaints/${id}/letter`
      saveFile(await fetchFile(url, 'No ha sido posible descargar la carta'), `borrador-carta-${id}.pdf`)
    },
  })
}

/** Loads and changes the register of breaches, for super administrators. */
import {
  type affectedColumns,
  type Breach,
  type breachColumns,
  type breachDraft,
  breachEndpoints,
} from '@mi-portal/contract/breaches'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { saveFile } from '../../lib/browser/browser.ts'
import { saveText } from '../../lib/browser/save-text.ts'
import { call, fetchFile } from '../../lib/call.ts'

const breachesKey = ['breaches'] as const

export type BreachDraft = z.input<typeof breachDraft>

export function breachesQuery({ page, limit, order }: OrderedPage<typeof breachColumns>) {
  return queryOptions({
    queryKey: [...breachesKey, 'list', page, limit, order],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        breachEndpoints.list,
        { body: { page, limit, order } },
        { signal, fallback: 'Error server al obtener el registro de vulneraciones' },
      ),
  })
}

export function breachQuery(id: number) {
  return queryOptions({
    queryKey: [...breachesKey, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          breachEndpoints.one,
          { params: { id } },
          { signal, fallback: 'Error server al obtener la vulneración' },
        )
      ).breach,
  })
}

export function breachPeopleQuery(id: number, { page, limit, order }: OrderedPage<typeof affectedColumns>) {
  return queryOptions({
    queryKey: [...breachesKey, 'people', id, page, limit, order],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        breachEndpoints.people,
        { params: { id }, body: { page, limit, order } },
        { signal, fallback: 'Error server al obtener las personas' },
      ),
  })
}

/** Adds a breach, or changes the facts of an existing one. */
export function useSaveBreach(id: number | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (draft: BreachDraft): Promise<Breach> => {
      const fallback = 'Error server al guardar la vulneración'
      if (id === null) return (await call(breachEndpoints.create, { body: draft }, { fallback })).breach
      const { actor_document, ip, seen_from, seen_before, ...written } = draft
      return (await call(breachEndpoints.edit, { params: { id }, body: written }, { fallback })).breach
    },
    onSuccess: () => client.invalidateQueries({ queryKey: breachesKey }),
  })
}

export function useSendBreachLetters(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(breachEndpoints.send, { params: { id } }, { fallback: 'Error server al enviar las cartas' }),
    onSettled: () => client.invalidateQueries({ queryKey: breachesKey }),
  })
}

/** Downloads the affected people as a CSV table. */
export function useExportAffectedPeople(id: number) {
  return useMutation({
    mutationFn: async () => {
      const { csv, name } = await call(
        breachEndpoints.export,
        { params: { id } },
        { fallback: 'Error server al exportar las personas' },
      )
      saveText(name, 'text/csv;charset=utf-8', csv)
    },
  })
}

/** Downloads the letters for printing. */
export function useDownloadBreachLetters(id: number) {
  return useMutation({
    mutationFn: async () => {
      const url = fullPath(breachEndpoints.letters).replace('{id}', String(id))
      saveFile(await fetchFile(url, 'Error server al obtener las cartas'), `cartas-vulneracion-${id}.pdf`)
    },
  })
}

import { favouriteEndpoints, type MenuId } from '@mi-portal/contract/favourites'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LinkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { call } from '../../lib/call.ts'
import { getCurrentUser } from '../../lib/session.ts'

/** A menu entry that can be a favourite. */
export interface FavouriteEntry {
  id: MenuId
  label: string
  /** Label of the parent entry, if any. */
  parent?: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  target: Pick<LinkOptions, 'to' | 'params'>
}

/** A menu entry as it is stored among the favourites. */
export interface Favourite {
  menu_id: MenuId
  name: string
}

/** Loads the signed-in patient's favourites, in the order in which they were chosen. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  queryFn: async ({ signal }): Promise<readonly Favourite[]> => {
    const { favourites } = await call(
      favouriteEndpoints.list,
      {},
      { signal, fallback: 'Error server al obtener favoritos' },
    )
    return favourites
  },
})

const mutationKey = ['favourites', 'save']

/** Replaces the favourites. The screen shows the choice at once and reverts it if the server rejects it. */
export function useSaveFavourites() {
  const client = useQueryClient()
  return useMutation({
    mutationKey,
    // Calls run one after the other, so that two quick presses cannot overtake each other.
    scope: { id: 'favourites' },
    mutationFn: async (chosen: readonly Favourite[]) => {
      const patient_id = getCurrentUser()?.id ?? 0
      const body = { favourites: chosen.map(({ menu_id, name }) => ({ menu_id, name, patient_id })) }
      const reply = await call(
        favouriteEndpoints.replace,
        { body },
        { fallback: 'No ha sido posible guardar tus favoritos' },
      )
      return reply.favourites
    },
    onMutate: async (chosen) => {
      await client.cancelQueries({ queryKey: favouritesQuery.queryKey })
      const previous = client.getQueryData(favouritesQuery.queryKey)
      client.setQueryData(favouritesQuery.queryKey, chosen)
      return { previous }
    },
    onError: (_error, _chosen, context) => {
      client.setQueryData(favouritesQuery.queryKey, context?.previous)
      return client.invalidateQueries({ queryKey: favouritesQuery.queryKey })
    },
    onSuccess: (saved) => {
      // While another choice is waiting, the screen already shows that one.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(favouritesQuery.queryKey, saved)
    },
  })
}

/** What the stars of the menu show and do: the same favourites as on the home page. */
import { chosenMenuIds, favouritesMax, type MenuId } from '@mi-portal/contract/favourites'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Favourite, favouritesQuery, useSaveFavourites } from './favourites.queries.ts'

const ResultDialog = lazy(async () => ({
  default: (await import('../../ui/result-dialog.tsx')).ResultDialog,
}))

interface Stars {
  chosen: readonly MenuId[]
  full: boolean
  onToggle(id: MenuId): void
}

/**
 * The stars, undefined until the favourites are known: a star pressed before would wipe the others out.
 * `refusal` is the dialog that says why a press was not taken.
 */
export function useFavouriteStars(nameOf: (id: MenuId) => string): { stars?: Stars; refusal: ReactNode } {
  const { data } = useQuery(favouritesQuery)
  const save = useSaveFavourites()
  const [refused, setRefused] = useState<string | null>(null)

  function toggle(list: readonly Favourite[], id: MenuId) {
    const without = list.filter((favourite) => favourite.menu_id !== id)
    const next = without.length < list.length ? without : [...list, { menu_id: id, name: nameOf(id) }]
    const ruled = chosenMenuIds.safeParse(next.map((favourite) => favourite.menu_id))
    if (!ruled.success) return setRefused(ruled.error.issues[0]?.message ?? null)
    save.mutate(next, { onError: (failure) => setRefused(failure.message) })
  }

  return {
    stars: data && {
      chosen: data.map((favourite) => favourite.menu_id),
      full: data.length >= favouritesMax,
      onToggle: (id) => toggle(data, id),
    },
    refusal: refused !== null && (
      <Suspense>
        <ResultDialog opened kind="error" title="Tus favoritos no cambiaron" onClose={() => setRefused(null)}>
          {refused}
        </ResultDialog>
      </Suspense>
    ),
  }
}

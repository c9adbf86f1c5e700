/** State and actions of the stars in the menu: the same favourites as on the home page. */
import { favouritesMax, findFavouritesError, type MenuId } from '@mi-portal/contract/favourites'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { type Favourite, favouritesQuery, useSaveFavourites } from './favourites.queries.ts'

const ResultDialog = lazyComponent(async () => (await import('../../ui/result-dialog.tsx')).ResultDialog)

interface Stars {
  chosen: readonly MenuId[]
  full: boolean
  onToggle(id: MenuId): void
}

/**
 * Returns the stars, undefined until the favourites are loaded: an earlier press would delete the other favourites.
 * `errorDialog` is the dialog that says why a press was rejected.
 */
export function useFavouriteStars(nameOf: (id: MenuId) => string): { stars?: Stars; errorDialog: ReactNode } {
  // The server rejects every call of a session with a temporary password, except changing it.
  const isTemporary = useCurrentUser()?.temporary_key_status === true
  const { data } = useQuery({ ...favouritesQuery, enabled: !isTemporary })
  const save = useSaveFavourites()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  function toggle(list: readonly Favourite[], id: MenuId) {
    const without = list.filter((favourite) => favourite.menu_id !== id)
    const next = without.length < list.length ? without : [...list, { menu_id: id, name: nameOf(id) }]
    const error = findFavouritesError(next.map((favourite) => favourite.menu_id))
    if (error !== null) return setErrorMessage(error)
    save.mutate(next, { onError: (failure) => setErrorMessage(failure.message) })
  }

  return {
    stars: data && {
      chosen: data.map((favourite) => favourite.menu_id),
      full: data.length >= favouritesMax,
      onToggle: (id) => toggle(data, id),
    },
    errorDialog: errorMessage !== null && (
      <Suspense>
        <ResultDialog
          opened
          kind="error"
          title="Tus favoritos no cambiaron"
          onClose={() => setErrorMessage(null)}
        >
          {errorMessage}
        </ResultDialog>
      </Suspense>
    ),
  }
}

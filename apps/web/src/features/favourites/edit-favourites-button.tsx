import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { type FavouriteEntry, favouritesQuery } from './favourites.queries.ts'

const EditFavouritesDialog = lazyComponent(
  async () => (await import('./edit-favourites-dialog.tsx')).EditFavouritesDialog,
)

interface EditFavouritesButtonProps {
  entries: readonly FavouriteEntry[]
  /** Whether the button stands beside the heading that says what is edited. */
  isShort?: boolean
}

/** Opens the choice of the favourites. Nothing until they are loaded. */
export function EditFavouritesButton({ entries, isShort }: EditFavouritesButtonProps) {
  const { data } = useQuery(favouritesQuery)
  const [editing, setEditing] = useState(false)
  if (!data) return null
  return (
    <>
      <Button
        size="xs"
        variant="text"
        className="-mr-3"
        aria-label="Editar favoritos"
        onClick={() => setEditing(true)}
      >
        {isShort ? 'Editar' : 'Editar favoritos'}
      </Button>
      {editing && (
        <Suspense>
          <EditFavouritesDialog
            entries={entries}
            chosen={data.map((favourite) => favourite.menu_id)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

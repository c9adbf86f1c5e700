/** The favourites as large shortcuts, with a button to edit them. */
import { IconChevronRight, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import classes from './favourite-tiles.module.css'
import { type FavouriteEntry, favouritesQuery } from './favourites.queries.ts'

const EditFavouritesDialog = lazyComponent(
  async () => (await import('./edit-favourites-dialog.tsx')).EditFavouritesDialog,
)

const looks = [classes.lapis, classes.arrebol, classes.glaciar]

export function FavouriteTiles({ entries }: { entries: readonly FavouriteEntry[] }) {
  const query = useQuery(favouritesQuery)
  const [editing, setEditing] = useState(false)
  const chosen = (query.data ?? []).flatMap(
    ({ menu_id }) => entries.find((entry) => entry.id === menu_id) ?? [],
  )
  return (
    <section className={classes.favourites} aria-labelledby="mis-favoritos">
      <div className={classes.head}>
        <h2 id="mis-favoritos">Mis favoritos</h2>
        {query.data && (
          <Button
            size="sm"
            variant="subtle"
            leftSection={<IconStar size={18} stroke={1.75} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Editar favoritos
          </Button>
        )}
      </div>
      {query.isError && !query.data && (
        <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {query.isPending && <BlockSkeleton height="var(--three-tiles)" />}
      {query.data && chosen.length === 0 && (
        <p className={`portal-card ${classes.none}`}>
          Aún no tienes favoritos. Elige hasta tres accesos para tenerlos siempre a mano.
        </p>
      )}
      {chosen.length > 0 && (
        <ul className={classes.tiles}>
          {chosen.map((entry, place) => (
            <li key={entry.id}>
              <Link {...entry.target} className={`portal-card ${classes.tile}`}>
                <span className={`${classes.icon} ${looks[place % looks.length]}`}>
                  <entry.icon size={24} stroke={1.75} aria-hidden />
                </span>
                <span className={classes.words}>
                  <span className={classes.label}>{entry.label}</span>
                  {entry.parent && <span className={classes.parent}>{entry.parent}</span>}
                </span>
                <IconChevronRight size={20} stroke={1.75} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {editing && query.data && (
        <Suspense>
          <EditFavouritesDialog
            entries={entries}
            chosen={query.data.map((favourite) => favourite.menu_id)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

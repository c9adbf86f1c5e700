/** The favourites as large shortcuts, with a button to edit them. */
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card, Section } from '../../ui/layout/layout.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { IconTile } from '../../ui/rows/row.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { EditFavouritesButton } from './edit-favourites-button.tsx'
import { type FavouriteEntry, favouritesQuery } from './favourites.queries.ts'

const tones = ['action', 'accent', 'glaciar'] as const

export function FavouriteTiles({ entries }: { entries: readonly FavouriteEntry[] }) {
  const query = useQuery(favouritesQuery)
  const chosen = (query.data ?? []).flatMap(
    ({ menu_id }) => entries.find((entry) => entry.id === menu_id) ?? [],
  )
  return (
    <Section
      title={<span id="mis-favoritos">Mis favoritos</span>}
      aria-labelledby="mis-favoritos"
      side={<EditFavouritesButton entries={entries} isShort />}
    >
      {query.isError && !query.data && (
        <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {query.isPending && <BlockSkeleton height={76} />}
      {query.data && chosen.length === 0 && (
        <Card as="div" className="text-muted">
          Elige hasta tres accesos para tenerlos a mano.
        </Card>
      )}
      {chosen.length > 0 && (
        <ul className="plain-list grid trio-grid gap-2 desktop:gap-4">
          {chosen.map((entry, place) => (
            <li key={entry.id}>
              <Link
                {...entry.target}
                className="pressable flex min-h-full gap-2 rounded-tile bg-card p-3 text-body no-underline shadow-e1 max-desktop:flex-col desktop:items-center desktop:gap-4 desktop:p-4"
              >
                <IconTile icon={entry.icon} tone={tones[place % tones.length] ?? 'action'} />
                <span className="type-meta min-w-0 flex-1 font-strong text-strong desktop:type-body">
                  {entry.label}
                </span>
                <IconChevronRight
                  size={20}
                  stroke={1.75}
                  aria-hidden
                  className="flex-none text-muted max-desktop:hidden"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

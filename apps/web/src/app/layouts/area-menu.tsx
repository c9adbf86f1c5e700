/**
 * The menu of the signed-in areas: entries with an icon, collapsible sub-entries, and a star for entries that can
 * be favourites.
 */
import type { MenuId } from '@mi-portal/contract/favourites'
import { IconChevronDown, IconChevronUp, IconStar, IconStarFilled } from '@tabler/icons-react'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useSelectedPersonSearch } from '../../features/people/selected-person.search.ts'
import type { MenuEntry } from '../menu.ts'
import { paths } from '../paths.ts'
import classes from './area-menu.module.css'

interface FavouriteStars {
  /** The chosen entries. */
  chosen: readonly MenuId[]
  /** Whether three entries are chosen: the other stars then explain that instead of adding a fourth. */
  full: boolean
  onToggle(id: MenuId): void
}

type Counts = Readonly<Record<NonNullable<MenuEntry['counter']>, number>>

interface AreaMenuProps {
  /** Shown before all entries. */
  first?: ReactNode
  entries: readonly MenuEntry[]
  stars?: FavouriteStars
  /** What waits behind entries that show a number. */
  counts?: Counts
}

export function AreaMenu({ first, entries, stars, counts }: AreaMenuProps) {
  const isWithinEntry = useIsWithinEntry()
  const active = useActiveEntry(entries)
  // On a page of a group the other groups are collapsed. On other pages all groups are expanded.
  const inGroup = entries.some((entry) => entry.children && isWithinEntry(entry))
  return (
    <ul className={classes.list}>
      {first && <li className={classes.first}>{first}</li>}
      {entries.map((entry) => (
        <Entry
          key={entry.label}
          entry={entry}
          active={active}
          stars={stars}
          counts={counts}
          unfolded={!inGroup || isWithinEntry(entry)}
        />
      ))}
    </ul>
  )
}

/** Returns a function that checks whether the present page is an entry's own page or below it. */
function useIsWithinEntry() {
  const router = useRouter()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (entry: MenuEntry) => {
    const pathOf = router.buildLocation(entry.target).pathname
    return pathname === pathOf || pathname.startsWith(`${pathOf}/`)
  }
}

/** Returns the entry of the present page: the one with the longest address with which the page's address begins. */
function useActiveEntry(entries: readonly MenuEntry[]): MenuEntry | undefined {
  const router = useRouter()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const pathOf = (entry: MenuEntry) => router.buildLocation(entry.target).pathname
  const leaves = entries.flatMap((entry) => entry.children ?? [entry])
  const found = leaves
    // Every address of the area begins with the home page's address.
    .filter(
      (entry) =>
        pathname === pathOf(entry) ||
        (pathOf(entry) !== paths.dashboard && pathname.startsWith(`${pathOf(entry)}/`)),
    )
    .sort((a, b) => pathOf(b).length - pathOf(a).length)[0]
  // The address of a group shows its first page.
  return found ?? entries.find((entry) => entry.children && pathname === pathOf(entry))?.children?.[0]
}

interface EntryProps {
  entry: MenuEntry
  active: MenuEntry | undefined
  stars?: FavouriteStars | undefined
  counts?: Counts | undefined
  unfolded?: boolean
}

function Entry({ entry, active, stars, counts, unfolded = true }: EntryProps) {
  // A group that the user expanded or collapsed stays so until the user opens another group.
  const [choice, setChoice] = useState<{ by: boolean; opened: boolean } | null>(null)
  const opened = choice?.by === unfolded ? choice.opened : unfolded
  const listId = useId()
  const person = useSelectedPersonSearch()
  const Icon = entry.icon
  const count = entry.counter ? (counts?.[entry.counter] ?? 0) : 0
  const Chevron = opened ? IconChevronUp : IconChevronDown
  return (
    <li>
      <div className={classes.row} data-active={active === entry || undefined}>
        <Link
          {...(entry.targetFor?.(person) ?? entry.target)}
          className={Icon ? classes.link : `${classes.link} ${classes.child}`}
          activeOptions={{ exact: true }}
          aria-current={active === entry ? 'true' : undefined}
        >
          {Icon && <Icon size={22} stroke={1.75} aria-hidden />}
          <span>{entry.label}</span>
          {count > 0 && (
            <span className="type-count ml-auto rounded-full bg-soft px-2 text-on-soft">
              {count}
              <span className="portal-hidden"> pendientes</span>
            </span>
          )}
        </Link>
        {stars && entry.id && <Star id={entry.id} label={entry.label} stars={stars} />}
        {entry.children && (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={opened}
            aria-controls={listId}
            aria-label={`${entry.label}: ${opened ? 'ocultar' : 'mostrar'} opciones`}
            onClick={() => setChoice({ by: unfolded, opened: !opened })}
          >
            <Chevron size={18} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      {entry.children && (
        <ul id={listId} className={classes.list} hidden={!opened}>
          {entry.children.map((child) => (
            <Entry key={child.label} entry={child} active={active} stars={stars} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Star({ id, label, stars }: { id: MenuId; label: string; stars: FavouriteStars }) {
  const chosen = stars.chosen.includes(id)
  const blocked = stars.full && !chosen
  const Mark = chosen ? IconStarFilled : IconStar
  return (
    <button
      type="button"
      className={classes.star}
      aria-pressed={chosen}
      aria-disabled={blocked || undefined}
      aria-label={`Favorito: ${label}`}
      title={blocked ? 'Ya tienes 3 de 3 favoritos' : undefined}
      onClick={() => {
        if (!blocked) stars.onToggle(id)
      }}
    >
      <Mark size={20} stroke={1.75} aria-hidden />
    </button>
  )
}

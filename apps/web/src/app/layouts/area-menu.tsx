/**
 * The menu of the signed-in areas: entries with an icon, collapsible sub-entries, and for entries that can be favourites a star, which
 * shows with the pointer or the focus.
 */
import type { MenuId } from '@mi-portal/contract/favourites'
import { IconChevronDown, IconChevronUp, IconStar, IconStarFilled } from '@tabler/icons-react'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useSelectedPersonSearch } from '../../features/people/selected-person.search.ts'
import { join } from '../../ui/layout/layout.tsx'
import type { MenuEntry } from '../menu.ts'
import { paths } from '../paths.ts'

interface FavouriteStars {
  /** The chosen entries. */
  chosen: readonly MenuId[]
  /** Whether three entries are chosen: the other stars then explain that instead of adding a fourth. */
  full: boolean
  onToggle(id: MenuId): void
}

interface Count {
  waiting?: number
  late?: number
  /** Whether it counts what the user has not seen yet. */
  isNew?: boolean
}
type Counts = Readonly<Partial<Record<NonNullable<MenuEntry['counter']>, Count>>>

interface AreaMenuProps {
  /** Shown before all entries. */
  first?: ReactNode
  entries: readonly MenuEntry[]
  stars?: FavouriteStars | undefined
  /** What waits behind entries that show a number. */
  counts?: Counts
  /** Whether entries are low with a mouse, for a long menu. */
  isLow?: boolean
  /** More items after all entries. */
  children?: ReactNode
}

/** An item of the menu, at most as high on phones as a row. */
export const menuEntry =
  'plain-button flex min-h-11 w-full min-w-0 flex-1 items-center gap-3 rounded-md py-1 pl-3 text-body no-underline hover:bg-sub desktop:gap-2 max-desktop:min-h-14 max-desktop:pr-3 *:[svg]:flex-none *:[svg]:text-muted'

export function AreaMenu({ first, entries, stars, counts, isLow = false, children }: AreaMenuProps) {
  const isWithinEntry = useIsWithinEntry()
  const active = useActiveEntry(entries)
  return (
    <ul className="plain-list grid grid-cols-1 gap-1">
      {first && <li className="mb-2">{first}</li>}
      {entries.map((entry) => (
        <Entry
          key={entry.label}
          entry={entry}
          active={active}
          stars={stars}
          counts={counts}
          isLow={isLow}
          unfolded={isWithinEntry(entry)}
        />
      ))}
      {children}
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
  isLow?: boolean
  unfolded?: boolean
}

function Entry({ entry, active, stars, counts, isLow, unfolded = true }: EntryProps) {
  // A group that the user expanded or collapsed stays so until the user opens another group.
  const [choice, setChoice] = useState<{ by: boolean; opened: boolean } | null>(null)
  const opened = choice?.by === unfolded ? choice.opened : unfolded
  const listId = useId()
  const person = useSelectedPersonSearch()
  const Icon = entry.icon
  const Chevron = opened ? IconChevronUp : IconChevronDown
  return (
    <li>
      <div className="group flex items-center">
        <Link
          {...(entry.targetFor?.(person) ?? entry.target)}
          className={join(
            menuEntry,
            !Icon && 'pl-12',
            isLow && 'fine:min-h-9',
            active === entry && 'bg-soft font-strong text-on-soft *:[svg]:text-on-soft',
          )}
          activeOptions={{ exact: true }}
          aria-current={active === entry ? 'true' : undefined}
        >
          {Icon && <Icon size={22} stroke={1.75} aria-hidden />}
          <span className="min-w-0 wrap-anywhere">{entry.label}</span>
          {entry.counter && <Counter {...counts?.[entry.counter]} />}
        </Link>
        {stars && entry.id && <Star id={entry.id} label={entry.label} stars={stars} />}
        {entry.children && (
          <button
            type="button"
            className="plain-button grid size-9 flex-none place-items-center text-muted max-desktop:size-11"
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
        <ul id={listId} className="plain-list" hidden={!opened}>
          {entry.children.map((child) => (
            <Entry key={child.label} entry={child} active={active} stars={stars} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Counter({ waiting = 0, late = 0, isNew }: Count) {
  if (waiting === 0) return null
  const calm = late > 0 ? 'bg-accent-soft text-on-accent-soft' : 'bg-soft text-on-soft'
  return (
    <span className={join('type-count ml-auto rounded-full px-2', isNew ? 'bg-accent text-on-action' : calm)}>
      {waiting}
      <span className="portal-hidden">
        {isNew ? ' por ver' : ' pendientes'}
        {late > 0 && `, ${late} con el plazo vencido`}
      </span>
    </span>
  )
}

function Star({ id, label, stars }: { id: MenuId; label: string; stars: FavouriteStars }) {
  const chosen = stars.chosen.includes(id)
  const blocked = stars.full && !chosen
  const Mark = chosen ? IconStarFilled : IconStar
  return (
    <button
      type="button"
      className="plain-button grid size-9 flex-none place-items-center text-muted not-group-hover:not-group-focus-within:hidden aria-disabled:cursor-default aria-pressed:text-accent max-desktop:hidden"
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

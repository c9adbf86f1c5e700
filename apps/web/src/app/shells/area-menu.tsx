/** A menu of the signed-in areas: entries with their icon, sub-entries that fold, and a star where an entry can be a favourite. */
import type { MenuId } from '@mi-portal/contract/favourites'
import { IconChevronDown, IconChevronUp, IconStar, IconStarFilled } from '@tabler/icons-react'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { MenuEntry } from '../menu.ts'
import { paths } from '../paths.ts'
import classes from './area-menu.module.css'

interface FavouriteStars {
  /** The chosen entries. */
  chosen: readonly MenuId[]
  /** Three are chosen: the others' stars explain that instead of adding a fourth. */
  full: boolean
  onToggle(id: MenuId): void
}

export function AreaMenu({ entries, stars }: { entries: readonly MenuEntry[]; stars?: FavouriteStars }) {
  const within = useWithin()
  const active = useActive(entries)
  // Inside one group the others are folded; anywhere else all stand open.
  const inGroup = entries.some((entry) => entry.children && within(entry))
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <Entry
          key={entry.label}
          entry={entry}
          active={active}
          stars={stars}
          unfolded={!inGroup || within(entry)}
        />
      ))}
    </ul>
  )
}

/** Tells whether the page shown is an entry's own or lies below it. */
function useWithin() {
  const router = useRouter()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (entry: MenuEntry) => {
    const own = router.buildLocation(entry.target).pathname
    return pathname === own || pathname.startsWith(`${own}/`)
  }
}

/** The entry under which the page shown lies: the one with the longest address of those the page's own begins with. */
function useActive(entries: readonly MenuEntry[]): MenuEntry | undefined {
  const router = useRouter()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const own = (entry: MenuEntry) => router.buildLocation(entry.target).pathname
  const leaves = entries.flatMap((entry) => entry.children ?? [entry])
  const found = leaves
    // Everything of the area begins with the home's address.
    .filter(
      (entry) =>
        pathname === own(entry) || (own(entry) !== paths.dashboard && pathname.startsWith(`${own(entry)}/`)),
    )
    .sort((a, b) => own(b).length - own(a).length)[0]
  // The address of a group shows its first page.
  return found ?? entries.find((entry) => entry.children && pathname === own(entry))?.children?.[0]
}

interface EntryProps {
  entry: MenuEntry
  active: MenuEntry | undefined
  stars?: FavouriteStars
  unfolded?: boolean
}

function Entry({ entry, active, stars, unfolded = true }: EntryProps) {
  // What the person folded or unfolded stays so until they come into another group.
  const [choice, setChoice] = useState<{ by: boolean; opened: boolean } | null>(null)
  const opened = choice?.by === unfolded ? choice.opened : unfolded
  const listId = useId()
  const Icon = entry.icon
  const Chevron = opened ? IconChevronUp : IconChevronDown
  return (
    <li>
      <div className={classes.row} data-active={active === entry || undefined}>
        <Link
          {...entry.target}
          className={Icon ? classes.link : `${classes.link} ${classes.child}`}
          activeOptions={{ exact: true }}
          aria-current={active === entry ? 'true' : undefined}
        >
          {Icon && <Icon size={22} stroke={1.75} aria-hidden />}
          <span>{entry.label}</span>
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

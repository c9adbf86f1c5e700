/**
 * Columns of appointments and free slots: side by side on a time scale, or as lists on phones. Both have the same text. The arrows move
 * between the entries, and Enter opens one.
 */
import type { Day } from '@mi-portal/contract/values/dates'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { join } from '../../../ui/layout/layout.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { createScale, getLocalTime, getPosition, positionOnDay, type Scale } from '../agenda.rules.ts'

type TimeRange = { starts_at: string; ends_at: string }

export interface GridEntry extends TimeRange {
  /** Tells the entries of a column apart. */
  id: string
  look: 'booked' | 'outside' | 'free'
  /** Classes of the colours of its state. */
  colours?: string
  content: ReactNode
  /** Absent for an entry that is only shown. */
  onOpen?: (() => void) | undefined
}

interface GridColumn {
  id: string
  day: Day
  heading: ReactNode
  isToday?: boolean
  entries: readonly GridEntry[]
  blocks: readonly (TimeRange & { id: number; reason: string })[]
}

interface CalendarGridProps {
  columns: readonly GridColumn[]
  /** The height of the headings, and the least width of a column, side by side, in `rem`. */
  headHeight: number
  columnWidth: number
  /** Whether the present time is shown, and the blocks with their reasons. */
  isOneDay?: boolean
}

/** Returns a length in the unit that grows with the text. */
const toRem = (pixels: number) => `${pixels / 16}rem`

const toRems = ({ top, height }: { top: number; height: number }) => ({
  top: toRem(top),
  height: toRem(height),
})

/** Pixels per minute of a day, for text of the usual size: two lines for 20 minutes. */
const dayPixels = 2.3

const steps: Readonly<Record<string, readonly [column: number, entry: number]>> = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
}

/** Puts the focus on the next entry of the column, or on the nearest in time of the next column that has any. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const [toColumn, toEntry] = steps[event.key] ?? [0, 0]
  const from = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-entry]') : null
  if (from === null || (toColumn === 0 && toEntry === 0)) return
  event.preventDefault()
  const columns = [...event.currentTarget.querySelectorAll('section')]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-entry]')])
    .filter((entries) => entries.length > 0)
  const at = columns.findIndex((entries) => entries.includes(from))
  const distance = (entry: HTMLElement) => Math.abs(readMinute(entry) - readMinute(from))
  const next =
    toColumn === 0
      ? columns[at]?.[columns[at].indexOf(from) + toEntry]
      : columns[at + toColumn]?.toSorted((one, other) => distance(one) - distance(other))[0]
  next?.focus()
}

const readMinute = ({ dataset }: HTMLElement) => Number(dataset.minute)

export function CalendarGrid({ columns, headHeight, columnWidth, isOneDay = false }: CalendarGridProps) {
  const wide = useWideScreen()
  const scale = createScale(
    columns.flatMap(({ entries }) => entries),
    isOneDay ? dayPixels : undefined,
  )
  const hours = Array.from(
    { length: (scale.last - scale.first) / 60 },
    (_, index) => scale.first / 60 + index,
  )
  const keys = columns.flatMap(({ id, entries }) =>
    entries.filter(({ onOpen }) => onOpen).map((entry) => `${id} ${entry.id}`),
  )
  const [focused, setFocused] = useState<string | undefined>()
  // Side by side, one entry is in the order of the Tab key, and the arrows lead to the others.
  const current = focused !== undefined && keys.includes(focused) ? focused : keys[0]
  const look = {
    '--grid-head': `${headHeight}rem`,
    minWidth: `${4 + columns.length * columnWidth}rem`,
    gridTemplateColumns: `4rem repeat(${columns.length}, minmax(${columnWidth}rem, 1fr))`,
  } as CSSProperties
  return (
    <section
      aria-label="Calendario"
      // What is hidden from sight within stays within.
      className={wide ? 'relative overflow-x-auto' : undefined}
      onKeyDown={moveFocus}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-entry]')?.dataset.entry)}
    >
      <div
        className={wide ? 'portal-card grid px-0 pt-0 pb-3' : 'grid grid-cols-1 gap-3'}
        style={wide ? look : undefined}
      >
        {wide && (
          <div className="type-meta pt-(--grid-head) text-muted" aria-hidden>
            {hours.map((hour) => (
              <span
                key={hour}
                className="block -translate-y-2 pr-3 text-right"
                style={{ height: toRem(60 * scale.pixels) }}
              >
                {`${String(hour).padStart(2, '0')}:00`}
              </span>
            ))}
          </div>
        )}
        {columns.map((column) => (
          <Column
            key={column.id}
            {...column}
            scale={wide ? scale : null}
            isOneDay={isOneDay}
            current={wide ? current : undefined}
          />
        ))}
      </div>
    </section>
  )
}

interface ColumnProps extends GridColumn {
  /** The scale; null shows the column as a list. */
  scale: Scale | null
  isOneDay: boolean
  /** The entry that the Tab key reaches; undefined: every one. */
  current: string | undefined
}

function Column({ id, day, heading, isToday, entries, blocks, scale, isOneDay, current }: ColumnProps) {
  const headingId = useId()
  const onDay = blocks.filter(
    (block) => positionOnDay({ first: 0, last: 1440, pixels: 1 }, day, block) !== null,
  )
  return (
    <section
      className={scale ? 'min-w-0 border-l border-line-strong' : 'portal-card p-4'}
      aria-labelledby={headingId}
    >
      <h3
        id={headingId}
        className={
          scale
            ? join(
                'flex h-(--grid-head) flex-col items-center p-2 text-center',
                !isOneDay && 'justify-center',
                isToday && !isOneDay && 'bg-soft',
              )
            : 'mb-2 flex flex-wrap gap-x-3 [&>span]:first-letter:uppercase'
        }
      >
        {heading}
        {onDay.length > 0 && !isOneDay && (
          <span className="block type-meta font-strong text-muted">Con bloqueo</span>
        )}
      </h3>
      {isOneDay && (
        <ul className={scale ? 'portal-hidden' : 'plain-list type-meta mb-2 text-muted'}>
          {onDay.map((block) => (
            <li key={block.id}>{describeBlock(block)}</li>
          ))}
        </ul>
      )}
      <div
        // Outside the agenda of the day, a column has the colour of the page.
        className={scale ? join('relative', isOneDay && 'bg-page') : undefined}
        style={
          scale
            ? {
                height: toRem((scale.last - scale.first) * scale.pixels),
                backgroundImage: 'linear-gradient(var(--color-line-strong) 1px, transparent 1px)',
                backgroundSize: `100% ${toRem(60 * scale.pixels)}`,
              }
            : undefined
        }
      >
        {scale &&
          blocks.map((block) => {
            const part = positionOnDay(scale, day, block)
            return (
              part && (
                <div
                  key={block.id}
                  className="absolute inset-x-0"
                  style={{ ...toRems(part), backgroundImage: hatching }}
                  aria-hidden
                >
                  {isOneDay && block.reason !== '' && (
                    <span className="type-meta m-2 block rounded-sm bg-card px-2 text-center text-body wrap-anywhere">
                      {block.reason}
                    </span>
                  )}
                </div>
              )
            )
          })}
        {scale && isOneDay && isToday && <PresentTime day={day} scale={scale} />}
        {entries.length === 0 ? (
          <p className={join('type-meta text-muted', scale !== null && 'relative p-3 text-center')}>
            Sin horas
          </p>
        ) : (
          <ol className={join('plain-list', scale === null && 'flex flex-wrap gap-2')}>
            {entries.map((entry) => (
              <li
                key={entry.id}
                style={scale ? toRems(getPosition(scale, entry)) : undefined}
                className={
                  scale ? 'absolute inset-x-1 py-px' : entry.look === 'free' ? '' : 'min-w-0 flex-[1_0_100%]'
                }
              >
                <Entry entry={entry} id={`${id} ${entry.id}`} current={current} isOnScale={scale !== null} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function describeBlock({ starts_at, ends_at, reason }: GridColumn['blocks'][number]): string {
  return `Bloqueado de ${getLocalTime(starts_at)} a ${getLocalTime(ends_at)}${reason === '' ? '' : `: ${reason}`}`
}

function PresentTime({ day, scale }: { day: Day; scale: Scale }) {
  const at = now().getTime()
  const [starts_at, ends_at] = [new Date(at).toISOString(), new Date(at + 60_000).toISOString()]
  const line = positionOnDay(scale, day, { starts_at, ends_at })
  return (
    line && (
      <div
        className="absolute inset-x-0 border-0 border-t-2 border-solid border-accent"
        style={{ top: toRem(line.top) }}
        aria-hidden
      />
    )
  )
}

interface EntryProps {
  entry: GridEntry
  id: string
  current: string | undefined
  isOnScale: boolean
}

const looks = {
  booked: 'border-l-4 border-action bg-soft text-strong',
  outside: 'border-l-4 border-attention bg-attention-soft text-strong',
  free: 'border-action bg-card text-link hover:bg-soft',
} as const

/** What is blocked. */
const hatching =
  'repeating-linear-gradient(135deg, var(--color-sub) 0 8px, var(--color-line-strong) 8px 10px)'

// A long name is shown in full before the appointment is opened.
const wholeNameClass =
  'hover:relative hover:z-10 hover:h-auto hover:min-h-full focus-visible:relative focus-visible:z-10 focus-visible:h-auto focus-visible:min-h-full'

function Entry({ entry, id, current, isOnScale }: EntryProps) {
  const { look, colours, content, onOpen, starts_at } = entry
  const place = isOnScale
    ? join('type-meta h-full w-full overflow-hidden px-1 py-0', look !== 'free' && wholeNameClass)
    : look === 'free'
      ? 'type-meta min-h-11 px-3 py-2'
      : 'min-h-12 w-full px-3 py-2'
  const box = join('flex items-start rounded-sm border text-left', place)
  const text = <span className="block w-full min-w-0">{content}</span>
  if (!onOpen)
    return <span className={join(box, 'border-dashed border-control bg-card text-muted')}>{text}</span>
  const [hour = '', minute = ''] = getLocalTime(starts_at).split(':')
  return (
    <button
      type="button"
      className={join(box, 'cursor-pointer', colours ?? looks[look])}
      tabIndex={current === undefined || current === id ? undefined : -1}
      data-entry={id}
      data-minute={Number(hour) * 60 + Number(minute)}
      onClick={onOpen}
    >
      {text}
    </button>
  )
}

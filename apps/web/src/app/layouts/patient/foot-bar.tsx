import { IconCalendarPlus, IconFlask, IconHome, IconMenu2, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { newsQuery } from '../../../features/news/news.queries.ts'
import { useSelectedPersonSearch } from '../../../features/people/selected-person.search.ts'
import { useBookingSearch } from '../../../features/people/visible-people.queries.ts'
import { join } from '../../../ui/layout/layout.tsx'
import { paths } from '../../paths.ts'

const places = [
  { label: 'Inicio', icon: IconHome, target: linkOptions({ to: paths.dashboard }), exact: true },
  {
    label: 'Reservar',
    icon: IconCalendarPlus,
    target: linkOptions({ to: paths.bookingChooser }),
    person: 'booked',
  },
  {
    label: 'Exámenes',
    icon: IconFlask,
    target: linkOptions({ to: paths.exams, params: { id: undefined } }),
    person: 'shown',
  },
  { label: 'Familia', icon: IconUsers, target: linkOptions({ to: paths.family }) },
] as const

const accountPaths = [paths.profile, paths.security]

const place =
  'group plain-button flex min-w-0 flex-1 flex-col items-center justify-center gap-1 py-2 text-center type-meta wrap-anywhere hyphens-auto no-underline'
const chosen = 'font-strong text-link'

/** The five places that a patient opens most, at the foot of a phone. */
export function FootBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu(): void }) {
  const persons = { shown: useSelectedPersonSearch(), booked: useBookingSearch() }
  // «Mi cuenta» is reached from the menu.
  const isAccount = useLocation({
    select: ({ pathname }) => accountPaths.some((path) => pathname.startsWith(path)),
  })
  // Whatever the home page loaded; the bar asks for nothing.
  const { data: news } = useQuery({ ...newsQuery, enabled: false })
  return (
    <nav
      data-foot-bar
      className="sticky bottom-0 z-100 flex min-h-18 flex-none border-t border-line bg-bar px-1 pb-[env(safe-area-inset-bottom)] desktop:hidden print:hidden"
      aria-label="Accesos principales"
    >
      {places.map(({ label, icon: Icon, target, ...rest }) => (
        <Link
          key={label}
          {...target}
          {...('person' in rest && { search: persons[rest.person] })}
          className={place}
          activeOptions={{ exact: 'exact' in rest, includeSearch: false }}
          activeProps={{ className: isMenuOpen ? 'text-muted' : chosen }}
          inactiveProps={{ className: 'text-muted' }}
        >
          <Pill>
            <Icon size={24} stroke={1.75} aria-hidden />
            {label === 'Exámenes' && Boolean(news?.results.length) && (
              <span className="absolute top-0 right-3 size-2 rounded-full bg-accent" aria-hidden />
            )}
          </Pill>
          {label}
        </Link>
      ))}
      <button
        type="button"
        className={join(place, isMenuOpen || isAccount ? chosen : 'text-muted')}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <Pill>
          <IconMenu2 size={24} stroke={1.75} aria-hidden />
        </Pill>
        Menú
      </button>
    </nav>
  )
}

function Pill({ children }: { children: ReactNode }) {
  return (
    <span className="relative grid min-h-8 w-14 place-items-center rounded-full group-[.text-link]:bg-soft">
      {children}
    </span>
  )
}

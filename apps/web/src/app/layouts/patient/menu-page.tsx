/** The menu on phones: it stands in the place of the page, which stays as it was. */
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { EditFavouritesButton } from '../../../features/favourites/edit-favourites-button.tsx'
import { newsQuery } from '../../../features/news/news.queries.ts'
import { useOwnName } from '../../../features/people/people.queries.ts'
import { Initials } from '../../../ui/initials.tsx'
import { Card, Spread } from '../../../ui/layout/layout.tsx'
import { RowArrow } from '../../../ui/rows/row.tsx'
import { favouriteEntries, patientMenu } from '../../menu.ts'
import { AreaMenu } from '../area-menu.tsx'

/** The entries that are filed under «Trámites» on phones. */
const formalities = new Set(['solicitudes', 'solicitud-presupuestos', 'contactanos'])
const isFormality = ({ id }: { id?: string }) => id !== undefined && formalities.has(id)
const main = patientMenu.filter((entry) => !isFormality(entry))
const others = patientMenu.filter(isFormality)

interface MenuPageProps {
  /** Buttons that open something over the page. */
  help: ReactNode
  opinion: ReactNode
  signOut: ReactNode
  onClose(): void
}

export function MenuPage({ help, opinion, signOut, onClose }: MenuPageProps) {
  const name = useOwnName()
  const { data: news } = useQuery(newsQuery)
  const counts = {
    familyRequests: { waiting: news?.requests.length ?? 0, isNew: true },
    newResults: { waiting: news?.results.length ?? 0, isNew: true },
  }
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { scrollY } = window
    title.current?.focus()
    window.scrollTo(0, 0)
    return () => window.scrollTo(0, scrollY)
  }, [])
  return (
    <nav className="grid animate-enter gap-4" aria-label="Menú principal">
      <Spread>
        <h1 ref={title} tabIndex={-1}>
          Menú
        </h1>
        <button
          type="button"
          className="plain-button grid size-11 place-items-center"
          aria-label="Cerrar menú"
          onClick={onClose}
        >
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      </Spread>
      <Link
        to="/dashboard/perfil"
        className="flex items-center gap-4 rounded-card bg-card p-4 text-body no-underline shadow-e1"
      >
        <Initials name={name} size={56} look="arrebol" />
        <span className="min-w-0 flex-1">
          <span className="block font-strong text-strong">{name}</span>
          <span className="type-meta text-muted">Mi cuenta: datos, seguridad, avisos</span>
        </span>
        <RowArrow />
      </Link>
      <Card as="div">
        <AreaMenu entries={main} counts={counts} />
      </Card>
      <Card aria-labelledby="tramites" className="grid gap-2">
        <h2 id="tramites">Trámites</h2>
        <AreaMenu entries={others} />
      </Card>
      {/* What loads later has its place, so that nothing moves under a finger. */}
      <Card as="div">
        <div className="min-h-14">
          <Suspense>{help}</Suspense>
        </div>
      </Card>
      <div className="grid min-h-14 pair-grid items-center">
        <div>
          <EditFavouritesButton entries={favouriteEntries} />
        </div>
        <Suspense>{opinion}</Suspense>
      </div>
      {signOut}
    </nav>
  )
}

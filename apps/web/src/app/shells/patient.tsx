/** The patient's area: light menu with favourites, bell, and the person's own menu. */
import type { MenuId } from '@mi-portal/contract/favourites'
import { IconUserCircle } from '@tabler/icons-react'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { BookingChat } from '../../features/booking/chat/booking-chat.tsx'
import { useFavouriteStars } from '../../features/favourites/favourite-stars.tsx'
import { Bell } from '../../features/notifications/bell.tsx'
import { useOnlyRecordOf } from '../../features/people/people.queries.ts'
import { signOut } from '../../features/session/session.queries.ts'
import { portal } from '../../lib/portal-config.ts'
import { useCurrentUser } from '../../lib/session.ts'
import logo from '../../ui/art/logo.svg'
import foot from '../../ui/art/menu-foot.svg'
import { favouriteEntries, patientMenu } from '../menu.ts'
import { paths } from '../paths.ts'
import { AreaMenu } from './area-menu.tsx'
import { InsideShell } from './inside.tsx'

// Nobody opens it in the first moment: the page comes first.
const SurveyWidget = lazy(async () => ({
  default: (await import('../../features/survey/survey-widget.tsx')).SurveyWidget,
}))

const personLinks = [{ label: 'Mi perfil', to: '/dashboard/perfil', icon: IconUserCircle }] as const

export function PatientShell() {
  useForgetOthers()
  const navigate = useNavigate()
  const { stars, refusal } = useFavouriteStars(labelOf)
  async function leave() {
    await signOut()
    await navigate({ to: '/' })
  }
  const topic = useLocation({ select: ({ pathname }) => topicOf(pathname) })
  return (
    <BookingChat offered={topic}>
      <InsideShell
        look="day"
        brand={{ name: portal.product, line: portal.brand, logo, home: '/dashboard' }}
        foot={foot}
        menuLabel="Menú principal"
        menu={<AreaMenu entries={patientMenu} stars={stars} />}
        bell={<Bell />}
        line="Mi perfil"
        personLinks={personLinks}
        floating={
          <>
            <Suspense>
              <SurveyWidget />
            </Suspense>
            {refusal}
          </>
        }
        onSignOut={leave}
      />
    </BookingChat>
  )
}

const anything = { kind: 'any' } as const
const laboratory = { kind: 'services', codes: ['362', '363', '364'], office: 'PROVIDENCIA' } as const

/** What the chat offers to talk about on a page: any hour at home, one of the laboratory beside its results. */
function topicOf(pathname: string) {
  if (pathname === paths.dashboard) return anything
  return /^\/dashboard\/mis-examenes(\/laboratorio)?$/.test(pathname) ? laboratory : null
}

function labelOf(id: MenuId): string {
  return favouriteEntries.find((entry) => entry.id === id)?.label ?? id
}

/** Whatever page the person goes to: nothing is kept of a record that is not the one on screen. */
function useForgetOthers() {
  const user = useCurrentUser()
  const named = useMatches({ select: (matches) => patientNamed(matches.at(-1)) })
  useOnlyRecordOf(named ?? user?.id ?? 0)
}

/** Whose record an address asks for, in its query or as its last part. */
function patientNamed(page: { search: object; params: object } | undefined): number | undefined {
  if (page && 'patient_id' in page.search && typeof page.search.patient_id === 'number')
    return page.search.patient_id
  const id = page && 'id' in page.params ? String(page.params.id) : ''
  return /^\d+$/.test(id) ? Number(id) : undefined
}

/** Writes to the clinic, and lists earlier messages. The address has the tab and the page. */
import { describeAnswerTime } from '@mi-portal/contract/clinic/promise'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { EmergencyLine } from '../../../ui/emergency-line.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { useClearRecordsExcept } from '../../people/people.queries.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactsHistory } from './contacts-history.tsx'

const address = '/dashboard/contactanos'
const tabs = [
  { value: 'formulario', label: 'Formulario de contacto' },
  { value: 'anteriores', label: 'Contactos anteriores' },
] as const
type Tab = (typeof tabs)[number]['value']

export function ContactPage() {
  const user = useCurrentUser()
  return user && <Contact user={user} />
}

function Contact({ user }: { user: CurrentUser }) {
  const { tab: wanted, page = 1, solicitud } = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ value }) => value === wanted)?.value ?? 'formulario'
  useClearRecordsExcept(user.id)

  const toTab = (to: Tab) => navigate({ to: address, search: to === 'formulario' ? {} : { tab: to } })
  const toPage = (next: number) =>
    navigate({ to: address, search: { tab, page: next === 1 ? undefined : next } })
  const toHistory = useCallback(() => {
    void navigate({ to: address, search: { tab: 'anteriores' } })
  }, [navigate])

  return (
    <>
      <PageHeading title="Contáctanos" lead={describeAnswerTime(portal.clinic.promises.contact)} />
      <div className="mb-4">
        <EmergencyLine />
      </div>
      <PageTabs label="Contacto" tabs={tabs} value={tab} onChange={toTab}>
        {tab === 'formulario' ? (
          <>
            <ContactForm ownId={user.id} onSent={toHistory} />
            <Sites />
          </>
        ) : (
          <ContactsHistory ownId={user.id} page={page} linked={solicitud} onPage={toPage} />
        )}
      </PageTabs>
    </>
  )
}

/** Where the clinic attends, with the phone and the opening hours of each site. */
function Sites() {
  return (
    <section className="portal-card p-6 max-desktop:p-4 grid gap-4 mt-4" aria-labelledby="sedes">
      <h2 id="sedes">Nuestras sedes</h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-x-6 gap-y-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:mx-0 [&_dd]:mt-1 [&_dd]:mb-0 [&_dd]:text-strong [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line">
        {portal.clinic.sites.map(({ code, name, address, phone, opening_hours }) => (
          <div key={code}>
            <dt>{name}</dt>
            <dd>
              {address}
              <br />
              <PhoneLink number={phone} />
              <OpeningHours hours={opening_hours} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The user's own family group: its members with their actions, and the requests. The address says which tab. */

import type { FamilyMember } from '@mi-portal/contract/family/members'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { IconKey, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { AnnouncedGuardians } from './announced-guardians.tsx'
import { EndLinkDialog } from './end-link.tsx'
import { type Family, groupQuery, receivedQuery } from './family.queries.ts'
import { type FamilyTab, readTab } from './family.rules.ts'
import { MemberActions, MemberMenu } from './member-actions.tsx'
import { MemberCard } from './member-card.tsx'
import { Memberships } from './memberships.tsx'
import { Requests } from './requests/requests.tsx'

interface GroupPageProps {
  /** The next appointment of a member, from a domain that the family does not know. */
  nextAppointment: ComponentType<{ ownId: number; patientId: number }>
}

export function GroupPage(props: GroupPageProps) {
  const user = useCurrentUser()
  return user && <Group {...props} user={user} />
}

function Group({ user, ...props }: GroupPageProps & { user: CurrentUser }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const family: Family = { patientId: user.id, asStaff: false }
  const received = useQuery(receivedQuery(family))
  const pending = received.data?.filter(({ request_status }) => request_status === 0).length
  const tab = readTab(search)
  const toTab = (to: FamilyTab) =>
    navigate({
      to: '/dashboard/mi-grupo-familiar',
      search: { tab: to === 'grupo' ? undefined : to },
    })
  return (
    <>
      <PageHeading title="Mi Grupo familiar" />
      <PageTabs
        label="Mi Grupo familiar"
        tabs={[
          { value: 'grupo', label: 'Mi grupo familiar' },
          { value: 'solicitudes', label: 'Mis solicitudes', count: pending },
        ]}
        value={tab}
        onChange={toTab}
      >
        {tab === 'grupo' ? (
          <>
            <AnnouncedGuardians />
            <Members {...props} family={family} mayChange={!user.is_a_minor} />
            <Memberships family={family} memberIsMinor={user.is_a_minor} />
            {!user.is_a_minor && <DelegationsLink />}
          </>
        ) : (
          <Requests
            key={search.request_id}
            family={family}
            requestId={search.request_id}
            canWithdraw={!user.is_a_minor}
          />
        )}
      </PageTabs>
    </>
  )
}

/** Leads to the accesses that adults give each other, which are apart from the group. */
function DelegationsLink() {
  return (
    <section className="mt-8 [&_h2]:mb-3" aria-labelledby="accesos-entre-personas-adultas">
      <h2 id="accesos-entre-personas-adultas">Accesos entre personas adultas</h2>
      <p className="type-meta text-muted">
        Puedes dejar que otra persona adulta vea tus horas, exámenes o solicitudes, hasta la fecha que elijas.
      </p>
      <ButtonLink
        to="/dashboard/mi-grupo-familiar/accesos"
        variant="outline"
        leftSection={<IconKey size={20} stroke={1.75} aria-hidden />}
      >
        Ver accesos
      </ButtonLink>
    </section>
  )
}

function AddLink({ variant }: { variant?: 'soft' }) {
  return (
    <ButtonLink
      variant={variant}
      className="max-desktop:w-full"
      to="/dashboard/mi-grupo-familiar/agregar-integrante"
      leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
    >
      Agregar integrante
    </ButtonLink>
  )
}

const benefits = [
  'Reservar horas para menores de edad y para personas adultas que lo permitan',
  'Ver el historial médico de menores de edad',
  'Ver los exámenes de menores de edad',
  'Solicitar presupuestos para menores de edad',
]

function Benefits() {
  return (
    <>
      <p>Con un grupo familiar puedes:</p>
      <ul className="grid gap-1 mx-0 mt-2 mb-0 pl-4 text-left">
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
    </>
  )
}

interface MembersProps extends GroupPageProps {
  family: Family
  mayChange: boolean
}

function Members({ family, mayChange, nextAppointment: NextAppointment }: MembersProps) {
  const query = useQuery(groupQuery(family))
  const [removing, setRemoving] = useState<FamilyMember | null>(null)
  return (
    <>
      <QueryContent query={query}>
        {(members) =>
          members.length === 0 ? (
            <EmptyState
              icon={IconUsers}
              title="Aún no tienes integrantes en tu grupo familiar"
              action={mayChange && <AddLink />}
            >
              {mayChange && <Benefits />}
            </EmptyState>
          ) : (
            <div className="grid justify-items-start gap-4">
              <ul className="plain-list grid w-full gap-4 desktop:grid-cols-2" aria-label="Integrantes">
                {members.map((member) => (
                  <MemberCard
                    key={member.id}
                    member={member}
                    menu={
                      <MemberMenu
                        member={member}
                        onRemove={mayChange ? () => setRemoving(member) : undefined}
                      />
                    }
                  >
                    <Suspense>
                      <NextAppointment ownId={family.patientId} patientId={member.family_patient.id} />
                    </Suspense>
                    <MemberActions member={member} />
                  </MemberCard>
                ))}
              </ul>
              {mayChange && <AddLink variant="soft" />}
            </div>
          )
        }
      </QueryContent>
      {removing && (
        <EndLinkDialog
          asStaff={false}
          linkId={removing.id}
          title={`¿Quieres quitar a ${formatFullName(removing.family_patient)} de tu grupo familiar?`}
          confirm="QUITAR"
          onClose={() => setRemoving(null)}
        >
          Ya no podrás reservar horas ni ver información de esta persona. Para volver a agregarla deberás
          enviar una nueva solicitud.
        </EndLinkDialog>
      )}
    </>
  )
}

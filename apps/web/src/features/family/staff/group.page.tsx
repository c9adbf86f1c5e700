/** Staff page of a patient's family group: members, guardianship, and requests to decide. */

import type { FamilyMember } from '@mi-portal/contract/family/members'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { User } from '@mi-portal/contract/users'
import { IconShieldCheck, IconShieldX, IconUserMinus, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTimestamp } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { WaitingNotice } from '../../confirmations/waiting-changes.tsx'
import { EndLinkDialog } from '../end-link.tsx'
import { type Family, groupQuery, receivedQuery, useDecideGuardian } from '../family.queries.ts'
import { changeFailed, notifiesAccountHolders, readTab } from '../family.rules.ts'
import { MemberCard, MemberFacts } from '../member-card.tsx'
import { Memberships } from '../memberships.tsx'
import { Requests } from '../requests/requests.tsx'
import { WithGroupOwner } from './group-owner.tsx'
import { Protection } from './protection.tsx'

export function StaffGroupPage() {
  return (
    <>
      <BackLink to="/admin/familia">Volver a seleccionar paciente</BackLink>
      <WithGroupOwner
        title={(groupOwner) =>
          groupOwner ? `Grupo familiar de ${formatFullName(groupOwner)}` : 'Grupo familiar'
        }
        side={(groupOwner) => !groupOwner.is_a_minor && <AddLink groupOwner={groupOwner} />}
      >
        {(groupOwner) => <Group groupOwner={groupOwner} />}
      </WithGroupOwner>
    </>
  )
}

function AddLink({ groupOwner }: { groupOwner: User }) {
  return (
    <ButtonLink
      to="/admin/familia/agregar-integrante/$leader_id"
      params={{ leader_id: String(groupOwner.id) }}
      leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
    >
      Agregar integrante
    </ButtonLink>
  )
}

function Group({ groupOwner }: { groupOwner: User }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const family: Family = { patientId: groupOwner.id, asStaff: true }
  const received = useQuery(receivedQuery(family))
  const pending = received.data?.filter(({ request_status }) => request_status === 0).length
  const tab = readTab(search)
  const params = { leader_id: String(groupOwner.id) }
  return (
    <PageTabs
      label="Grupo familiar"
      tabs={[
        { value: 'grupo', label: 'Grupo familiar' },
        { value: 'solicitudes', label: 'Solicitudes', count: pending },
      ]}
      value={tab}
      onChange={(to) =>
        navigate({
          to: '/admin/familia/$leader_id',
          params,
          search: { tab: to === 'grupo' ? undefined : 'requests' },
        })
      }
    >
      {tab === 'grupo' ? (
        <>
          <Members family={family} />
          <Memberships family={family} memberIsMinor={groupOwner.is_a_minor} />
          {groupOwner.is_a_minor && <Protection family={family} name={formatFullName(groupOwner)} />}
        </>
      ) : (
        <Requests key={search.request_id} family={family} requestId={search.request_id} canWithdraw />
      )}
    </PageTabs>
  )
}

type OpenAction = { what: 'remove' | 'confirm' | 'deny'; member: FamilyMember }

function Members({ family }: { family: Family }) {
  const query = useQuery(groupQuery(family))
  const [doing, setDoing] = useState<OpenAction | null>(null)
  const close = () => setDoing(null)
  return (
    <>
      <QueryContent query={query}>
        {(members) =>
          members.length === 0 ? (
            <EmptyState icon={IconUsers} title="Este paciente no tiene integrantes en su grupo familiar" />
          ) : (
            <ul
              className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(19.5rem,100%),1fr))] gap-4"
              aria-label="Integrantes"
            >
              {members.map((member) => (
                <MemberCard key={member.id} member={member}>
                  <MemberFacts member={member} />
                  <div className="grid gap-4 mt-auto">
                    <Guardianship member={member} onDo={(what) => setDoing({ what, member })} />
                    <Button
                      size="sm"
                      variant="outline"
                      leftSection={<IconUserMinus size={18} stroke={1.75} aria-hidden />}
                      aria-label={`Quitar del grupo a ${formatFullName(member.family_patient)}`}
                      onClick={() => setDoing({ what: 'remove', member })}
                    >
                      Quitar del grupo
                    </Button>
                  </div>
                </MemberCard>
              ))}
            </ul>
          )
        }
      </QueryContent>
      {doing?.what === 'remove' && (
        <EndLinkDialog
          asStaff
          linkId={doing.member.id}
          title={`¿Quieres quitar a ${formatFullName(doing.member.family_patient)} de este grupo familiar?`}
          confirm="Quitar"
          onClose={close}
        >
          {notifiesAccountHolders}
        </EndLinkDialog>
      )}
      {doing && doing.what !== 'remove' && (
        <GuardianDialog member={doing.member} confirmed={doing.what === 'confirm'} onClose={close} />
      )}
    </>
  )
}

const guardianLabels = {
  unproven: 'Representación legal sin comprobar: el líder no ve su historial.',
  registry: 'Representación legal según el Registro Civil.',
  staff: 'Representación legal confirmada por la clínica.',
  denied: 'Representación legal denegada por la clínica: el líder no ve su historial.',
} as const

/**
 * Shows whether the group owner is the member's guardian, and lets staff confirm or deny it. Renders nothing for an
 * adult member, for whom guardianship no longer matters, nor for a relationship that makes no guardian.
 */
function Guardianship({ member, onDo }: { member: FamilyMember; onDo(what: 'confirm' | 'deny'): void }) {
  if (member.guardian === 'none' || !member.family_patient.is_a_minor) return null
  const name = formatFullName(member.family_patient)
  const proven = member.guardian === 'registry' || member.guardian === 'staff'
  const isFrozen = member.button_reason === 'frozen'
  return (
    <div className="grid gap-4">
      <p className="flex gap-2 type-meta text-muted [&_svg]:flex-none">
        {proven ? (
          <IconShieldCheck size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconShieldX size={18} stroke={1.75} aria-hidden />
        )}
        <span>
          {guardianLabels[member.guardian]}
          {isFrozen &&
            ' Alguien que representa a la persona dijo que no corresponde: el líder no ve su historial.'}
          {member.button_reason === 'announced' &&
            member.access_from !== null &&
            ` El líder ve su historial desde el ${formatTimestamp(member.access_from)}: lo avisamos a su familia.`}
        </span>
      </p>
      {member.guardian_waits && <WaitingNotice />}
      <div className="flex flex-wrap gap-2">
        {(!proven || isFrozen) && !member.guardian_waits && (
          <Button
            size="xs"
            variant="soft"
            aria-label={`Confirmar representación de ${name}`}
            onClick={() => onDo('confirm')}
          >
            Confirmar representación
          </Button>
        )}
        {member.guardian !== 'denied' && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Denegar representación de ${name}`}
            onClick={() => onDo('deny')}
          >
            Denegar representación
          </Button>
        )}
      </div>
    </div>
  )
}

function GuardianDialog(props: { member: FamilyMember; confirmed: boolean; onClose(): void }) {
  const { member, confirmed, onClose } = props
  const decideGuardian = useDecideGuardian()
  const name = formatFullName(member.family_patient)
  if (decideGuardian.isError) {
    return (
      <ResultDialog opened kind="error" error={decideGuardian.error} title={changeFailed} onClose={onClose}>
        {decideGuardian.error.message}
      </ResultDialog>
    )
  }
  return (
    <ConfirmDialog
      opened
      danger={!confirmed}
      title={
        confirmed
          ? `¿Confirmas la representación legal de ${name}?`
          : `¿Quieres denegar la representación legal de ${name}?`
      }
      confirm={confirmed ? 'CONFIRMAR' : 'DENEGAR'}
      loading={decideGuardian.isPending}
      onConfirm={() => decideGuardian.mutate({ member, confirmed }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {confirmed
          ? `Hazlo solo si viste el certificado o la resolución que lo acredita. Otra persona del equipo debe confirmarlo; entonces el líder del grupo verá su historial hasta que cumpla ${portal.ages.adult} años.`
          : 'El líder del grupo dejará de ver su historial desde ahora, aunque el Registro Civil diga otra cosa.'}
      </p>
    </ConfirmDialog>
  )
}

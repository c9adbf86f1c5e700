/** The user's own family group: its members with their actions, and the requests. The address says which tab. */

import type { FamilyMember, RecordDenialReason } from '@mi-portal/contract/family/members'
import {
  IconCalendarPlus,
  IconClipboardHeart,
  IconEye,
  IconFileInvoice,
  IconFilePlus,
  IconFlask,
  IconKey,
  IconLock,
  IconUserMinus,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type ComponentType, type ReactNode, type Ref, useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActionMenu, MenuButton } from '../../ui/layers/action-menu.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { AnnouncedGuardians } from './announced-guardians.tsx'
import { EndLinkDialog } from './end-link.tsx'
import classes from './family.module.css'
import { type Family, groupQuery, receivedQuery } from './family.queries.ts'
import { type FamilyTab, readTab } from './family.rules.ts'
import { formatFullName, MemberCard } from './member-card.tsx'
import { Memberships } from './memberships.tsx'
import { Requests } from './requests.tsx'

export function GroupPage() {
  const user = useCurrentUser()
  return user && <Group user={user} />
}

function Group({ user }: { user: CurrentUser }) {
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
      <PageHeading title="Mi Grupo familiar" lead="Acompaña la atención de tu familia desde tu cuenta.">
        {!user.is_a_minor && <AddLink />}
      </PageHeading>
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
            <Members family={family} mayChange={!user.is_a_minor} />
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
        VER ACCESOS
      </ButtonLink>
    </section>
  )
}

function AddLink() {
  return (
    <ButtonLink
      to="/dashboard/mi-grupo-familiar/agregar-integrante"
      leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
    >
      AGREGAR INTEGRANTE
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

function Members({ family, mayChange }: { family: Family; mayChange: boolean }) {
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
            <ul
              className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(310px,100%),1fr))] gap-4"
              aria-label="Integrantes"
            >
              {members.map((member) => (
                <MemberCard
                  key={member.id}
                  member={member}
                  menu={mayChange && <CardMenu member={member} onRemove={() => setRemoving(member)} />}
                >
                  <Actions member={member} />
                </MemberCard>
              ))}
            </ul>
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

function CardMenu({ member, onRemove }: { member: FamilyMember; onRemove(): void }) {
  return (
    <ActionMenu
      label={`Opciones de ${formatFullName(member.family_patient)}`}
      title={formatFullName(member.family_patient)}
    >
      <MenuButton icon={IconUserMinus} onClick={onRemove}>
        Quitar del grupo
      </MenuButton>
    </ActionMenu>
  )
}

/** Returns why the group owner cannot see the member's record, as text for the owner. */
function explainPrivacy(reason: RecordDenialReason, accessFrom: string | null): string {
  const texts: Record<RecordDenialReason, string> = {
    ofAge: 'No puedes ver su historial: es mayor de edad.',
    notGuardian: `Solo está visible el historial de hijos menores de ${portal.ages.adult} años.`,
    notApproved: 'La solicitud aún no ha sido aprobada.',
    notEnabled: 'Su cuenta no está habilitada en el portal.',
    leaderIsMinor: 'Tu cuenta es de una persona menor de edad.',
    denied: `${portal.brand} no confirmó que seas su madre, padre o representante legal.`,
    announced: `Podrás ver su historial desde el ${accessFrom === null ? '' : formatTimestamp(accessFrom)}, o antes si alguien de su familia lo acepta. Les avisamos.`,
    frozen: `${portal.brand} está revisando si representas a esta persona. Hasta entonces no ves su historial. Llámanos al ${portal.supportPhone}.`,
    notProven: `Podrás ver su historial cuando ${portal.brand} confirme que eres su madre, padre o representante legal. Llámanos al ${portal.supportPhone}.`,
  }
  return texts[reason]
}

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

/** Actions for a member; disabled with the reason when the group owner cannot see the record. */
function Actions({ member }: { member: FamilyMember }) {
  const { button_status, button_reason } = member
  const person = member.family_patient
  const record = { patient_id: person.id, from_family_group: true } as const
  const whose = person.first_name
  const lineId = `privacidad-${member.id}`
  const off = !button_status
  return (
    <>
      <div className="grid grid-cols-2 gap-2 mt-auto">
        {member.may_book && (
          <ActionLink
            to="/dashboard/agenda"
            search={{ patient_id: person.id }}
            className={`${classes.action} ${classes.book}`}
            aria-label={`Reservar hora para ${whose}`}
          >
            <IconCalendarPlus size={22} stroke={1.75} aria-hidden />
            Reservar
          </ActionLink>
        )}
        <Action
          icon={IconFlask}
          label="Exámenes"
          whose={whose}
          reasonId={off ? lineId : undefined}
          link={(look) => (
            <ActionLink
              to="/dashboard/mis-examenes/{-$id}"
              params={{ id: undefined }}
              search={record}
              {...look}
            />
          )}
        />
        <Action
          icon={IconClipboardHeart}
          label="Historial"
          whose={whose}
          reasonId={off ? lineId : undefined}
          link={(look) => (
            <ActionLink
              to="/dashboard/consultas-medicas/{-$id}"
              params={{ id: 'horas-pasadas' }}
              search={record}
              {...look}
            />
          )}
        />
        <Action
          icon={IconFileInvoice}
          label="Presupuesto"
          whose={whose}
          reasonId={off ? lineId : undefined}
          link={(look) => <ActionLink to="/dashboard/solicitud-presupuestos" search={record} {...look} />}
        />
        <Action
          icon={IconFilePlus}
          label="Documento"
          whose={whose}
          reasonId={off ? lineId : undefined}
          link={(look) => (
            <ActionLink
              to="/dashboard/consultas-medicas/{-$id}"
              params={{ id: 'solicitar-documento' }}
              search={{ ...record, solicitar: true }}
              {...look}
            />
          )}
        />
      </div>
      <p id={lineId} className="flex gap-2 type-meta text-muted [&_svg]:flex-none">
        {off ? (
          <IconLock size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconEye size={18} stroke={1.75} aria-hidden />
        )}
        <span>
          {button_reason
            ? explainPrivacy(button_reason, member.access_from)
            : `Su historial está visible porque es menor de ${portal.ages.adult} años.`}
          {off && member.may_book && ' Puedes reservar horas para esta persona.'}
        </span>
      </p>
      {!member.may_book && !person.is_a_minor && (
        <p className="type-meta text-muted">
          {whose} no permite que reserves sus horas. Para hacerlo, pídele que entre a Mi Grupo familiar y
          marque «Puede reservar horas para mí».
        </p>
      )}
    </>
  )
}

interface ActionLook {
  className?: string
  'aria-label': string
  children: ReactNode
}

function Action(props: {
  icon: Icon
  label: string
  whose: string
  /** Id of the text that says why the action is disabled. */
  reasonId?: string
  link(look: ActionLook): ReactNode
}) {
  const { icon: Icon, label, reasonId } = props
  const name = `${label} de ${props.whose}`
  const words = (
    <>
      <Icon size={22} stroke={1.75} aria-hidden />
      {label}
    </>
  )
  if (reasonId === undefined)
    return props.link({ className: classes.action, 'aria-label': name, children: words })
  return (
    <button
      type="button"
      className={`${classes.action} ${classes.off}`}
      aria-disabled
      aria-label={name}
      aria-describedby={reasonId}
    >
      {words}
    </button>
  )
}

const ActionLink = createLink(function Anchor(
  props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> },
) {
  return <a {...props} />
})

/** What the group owner can do for a member: in the card, and in its menu. */
import type { FamilyMember, RecordDenialReason } from '@mi-portal/contract/family/members'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import {
  IconCalendarPlus,
  IconClipboardHeart,
  IconFileInvoice,
  IconFilePlus,
  IconFlask,
  IconLock,
  IconUserMinus,
} from '@tabler/icons-react'
import { formatTimestamp } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionMenu, MenuButton, MenuLine, MenuLink } from '../../ui/layers/action-menu.tsx'
import { FoldArrow } from '../../ui/rows/row.tsx'
import { MemberFacts } from './member-card.tsx'

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

const iconSize = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Returns the search parameters of pages about the member's record. */
const toRecordSearch = ({ family_patient }: FamilyMember) =>
  ({ patient_id: family_patient.id, from_family_group: true }) as const

/** The two most frequent actions, and why others are missing. */
export function MemberActions({ member }: { member: FamilyMember }) {
  const { family_patient: person, button_status, button_reason, may_book } = member
  const whose = person.first_name
  return (
    <>
      {(button_status || may_book) && (
        <div className="flex flex-wrap justify-around border-t border-line pt-2">
          {button_status && (
            <ButtonLink
              variant="text"
              to="/dashboard/mis-examenes/{-$id}"
              params={{ id: undefined }}
              search={toRecordSearch(member)}
              aria-label={`Exámenes de ${whose}`}
              leftSection={<IconFlask {...iconSize} />}
            >
              Exámenes
            </ButtonLink>
          )}
          {may_book && (
            <ButtonLink
              variant="text"
              to="/dashboard/agenda"
              search={{ patient_id: person.id }}
              aria-label={`Reservar hora para ${whose}`}
              leftSection={<IconCalendarPlus {...iconSize} />}
            >
              Reservar
            </ButtonLink>
          )}
        </div>
      )}
      {button_reason && (
        <p className="type-meta flex gap-2 border-t border-line pt-3 text-muted">
          <IconLock size={18} stroke={1.75} className="flex-none" aria-hidden />
          <span>
            {explainPrivacy(button_reason, member.access_from)}
            {!may_book &&
              !person.is_a_minor &&
              ` ${whose} no permite que reserves sus horas: puede marcar «Puede reservar horas para mí» en Mi Grupo familiar.`}
          </span>
        </p>
      )}
      <details className="border-t border-line">
        <summary className="type-meta flex min-h-11 cursor-pointer list-none items-center justify-between text-muted">
          Datos de contacto
          <FoldArrow />
        </summary>
        <MemberFacts member={member} />
        {!button_reason && (
          <p className="type-meta mt-3 text-muted">
            Su historial está visible porque es menor de {portal.ages.adult} años.
          </p>
        )}
      </details>
    </>
  )
}

/** `onRemove` is absent for members that the user cannot remove. */
export function MemberMenu({
  member,
  onRemove,
}: {
  member: FamilyMember
  onRemove?: (() => void) | undefined
}) {
  const name = formatFullName(member.family_patient)
  const { button_reason, access_from } = member
  const remove = onRemove && (
    <>
      <MenuLine />
      <MenuButton icon={IconUserMinus} onClick={onRemove}>
        Quitar del grupo
      </MenuButton>
    </>
  )
  return (
    <ActionMenu label={`Opciones de ${name}`} title={name}>
      {button_reason ? (
        <DisabledActions reason={explainPrivacy(button_reason, access_from)} />
      ) : (
        <RecordLinks member={member} />
      )}
      {remove}
    </ActionMenu>
  )
}

const recordActions = [
  { label: 'Exámenes', icon: IconFlask },
  { label: 'Historial', icon: IconClipboardHeart },
  { label: 'Presupuesto', icon: IconFileInvoice },
  { label: 'Documento', icon: IconFilePlus },
] as const

function DisabledActions({ reason }: { reason: string }) {
  return recordActions.map(({ label, icon }) => (
    <MenuButton key={label} icon={icon} unavailable={reason}>
      {label}
    </MenuButton>
  ))
}

function RecordLinks({ member }: { member: FamilyMember }) {
  const search = toRecordSearch(member)
  return (
    <>
      <MenuLink
        icon={IconClipboardHeart}
        to="/dashboard/consultas-medicas/{-$id}"
        params={{ id: 'horas-pasadas' }}
        search={search}
      >
        Historial
      </MenuLink>
      <MenuLink icon={IconFileInvoice} to="/dashboard/solicitud-presupuestos" search={search}>
        Presupuesto
      </MenuLink>
      <MenuLink
        icon={IconFilePlus}
        to="/dashboard/consultas-medicas/{-$id}"
        params={{ id: 'solicitar-documento' }}
        search={{ ...search, solicitar: true }}
      >
        Documento
      </MenuLink>
    </>
  )
}

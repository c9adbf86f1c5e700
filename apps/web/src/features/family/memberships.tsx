/** Lists the groups that a patient belongs to as a member; renders nothing when there are none. */

import type { FamilyMembership } from '@mi-portal/contract/family/members'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { EndLinkDialog } from './end-link.tsx'
import { type Family, membershipsQuery, useSwitchBooking } from './family.queries.ts'
import { notifiesAccountHolders } from './family.rules.ts'
import { Portrait } from './member-card.tsx'

interface MembershipsProps {
  family: Family
  /**
   * Whether the member is a minor. A minor can neither leave a group nor decide who books for them; staff can remove
   * them.
   */
  memberIsMinor: boolean
}

export function Memberships({ family, memberIsMinor }: MembershipsProps) {
  const { data, isError, error, refetch, isFetching } = useQuery(membershipsQuery(family))
  const [leaving, setLeaving] = useState<FamilyMembership | null>(null)
  if (data === undefined) {
    return isError ? (
      <section className="mt-8 [&_h2]:mb-3">
        <LoadError error={error} onRetry={refetch} retrying={isFetching} />
      </section>
    ) : null
  }
  const { groups } = data
  if (groups.length === 0) return null
  const { asStaff } = family
  return (
    <section className="mt-8 [&_h2]:mb-3" aria-labelledby="grupos-como-integrante">
      <h2 id="grupos-como-integrante">
        {asStaff ? 'Grupos a los que pertenece' : 'Grupos a los que perteneces'}
      </h2>
      <ul className="plain-list grid gap-3">
        {groups.map((group) => (
          <li
            key={group.id}
            className="portal-card flex flex-wrap items-center gap-4 p-4 max-desktop:[&>button]:flex-[1_1_100%]"
          >
            <Portrait person={group.patient_leader} name={formatFullName(group.patient_leader)} size={48} />
            <div className="flex-1 min-w-0">
              <p className="font-strong text-strong">Grupo de {formatFullName(group.patient_leader)}</p>
              <p className="type-meta text-muted">
                {asStaff ? 'Es integrante' : 'Eres integrante'} · Relación: {group.type_relationship.name}
              </p>
              {!asStaff && !memberIsMinor && <BookingSwitch group={group} />}
            </div>
            {(asStaff || !memberIsMinor) && (
              <Button
                size="sm"
                variant="outline"
                leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />}
                aria-label={
                  asStaff
                    ? `Sacar del grupo de ${formatFullName(group.patient_leader)}`
                    : `Salir del grupo de ${formatFullName(group.patient_leader)}`
                }
                onClick={() => setLeaving(group)}
              >
                {asStaff ? 'Sacar del grupo' : 'Salir del grupo'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <EndLinkDialog
          asStaff={asStaff}
          linkId={leaving.id}
          title={
            asStaff
              ? `¿Quieres sacar al paciente del grupo de ${formatFullName(leaving.patient_leader)}?`
              : `¿Quieres salir del grupo de ${formatFullName(leaving.patient_leader)}?`
          }
          confirm={asStaff ? 'SACAR DEL GRUPO' : 'SALIR DEL GRUPO'}
          onClose={() => setLeaving(null)}
        >
          {asStaff
            ? notifiesAccountHolders
            : 'Ya no podrá reservar horas para ti. Para volver al grupo necesitarás una nueva solicitud.'}
        </EndLinkDialog>
      )}
    </section>
  )
}

/** Lets an adult member decide whether the group owner can book for them. */
function BookingSwitch({ group }: { group: FamilyMembership }) {
  const change = useSwitchBooking()
  return (
    <>
      <CheckBox
        checked={change.isPending ? change.variables.may_book : group.may_book}
        disabled={change.isPending}
        onChange={(may_book) => change.mutate({ linkId: group.id, may_book })}
      >
        Puede reservar horas para mí
      </CheckBox>
      {change.isError && <ErrorNotice error={change.error} />}
    </>
  )
}

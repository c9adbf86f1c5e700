/**
 * Page on which staff ask a person to join a patient's group. A link then leads to that person's received requests,
 * where staff can approve the request at once.
 */

import { additionSentences } from '@mi-portal/contract/family/members'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { User } from '@mi-portal/contract/users'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { IconUserX } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AddMember, type AddMemberView, notRegistered } from '../addition/add-member.tsx'
import { WithGroupOwner } from './group-owner.tsx'

const buttonsLook = 'flex flex-wrap justify-end gap-3 max-desktop:*:flex-auto'

export function StaffAddMemberPage() {
  const { leader_id = '' } = useParams({ strict: false })
  return (
    <>
      <BackLink to="/admin/familia/$leader_id" params={{ leader_id }}>
        Volver al grupo familiar
      </BackLink>
      <WithGroupOwner
        title={() => 'Agregar Integrante a Grupo Familiar'}
        lead={(groupOwner) =>
          `Formulario de solicitud de nuevo integrante · Grupo de ${formatFullName(groupOwner)}`
        }
      >
        {(groupOwner) => <Wizard groupOwner={groupOwner} />}
      </WithGroupOwner>
    </>
  )
}

function Wizard({ groupOwner }: { groupOwner: User }) {
  const navigate = useNavigate()
  const name = formatFullName(groupOwner)
  const params = { leader_id: String(groupOwner.id) }
  if (groupOwner.is_a_minor) {
    return <EmptyState icon={IconUserX} title={additionSentences.leaderIsMinor(name)} />
  }
  const face: AddMemberView = {
    family: { patientId: groupOwner.id, asStaff: true },
    lastStep: 'Solicitud enviada',
    onLeave: () => navigate({ to: '/admin/familia/$leader_id', params }),
    unknown: ({ type, number }, back) => (
      <>
        <p>{notRegistered}</p>
        <div className={buttonsLook}>
          {back}
          <ButtonLink
            to="/admin/usuarios/crear/$role"
            params={{ role: 'paciente' }}
            search={{ tipo: type, documento: cleanDocument(type, number) }}
          >
            REGISTRAR USUARIO
          </ButtonLink>
        </div>
      </>
    ),
    sent: (person, requestId, _, again) => (
      <>
        <p>
          La solicitud para agregar a <strong>{formatFullName(person)}</strong> al grupo familiar de{' '}
          <strong>{name}</strong> fue enviada.
        </p>
        <Notice kind="info" title="Importante">
          {person.has_account
            ? 'El usuario debe aprobar la solicitud desde su propia cuenta, o el administrador puede aprobarla ahora.'
            : 'El niño o la niña no tiene cuenta: aprueba la solicitud ahora, y otra persona del equipo la confirma.'}
        </Notice>
        <div className={buttonsLook}>
          <Button variant="subtle" onClick={again}>
            AGREGAR OTRO INTEGRANTE
          </Button>
          <ButtonLink
            to="/admin/familia/$leader_id"
            params={{ leader_id: String(person.id) }}
            search={{ tab: 'requests', request_id: requestId }}
          >
            Aprobar solicitud ahora
          </ButtonLink>
        </div>
      </>
    ),
  }
  return <AddMember view={face} />
}

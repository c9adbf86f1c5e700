/** Card of a group member: relationship to the group owner, contact data, and actions below. */
import type { FamilyMember } from '@mi-portal/contract/family/members'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Initials } from '../../ui/initials.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { photoQuery } from './member-photo.queries.ts'

interface NameParts {
  first_name: string
  last_name: string
  second_name?: string
}

export function formatFullName({ first_name, last_name, second_name }: NameParts): string {
  return [first_name, last_name, second_name].filter(Boolean).join(' ')
}

interface MemberCardProps {
  member: FamilyMember
  /** Menu in the corner of the card. */
  menu?: ReactNode
  children?: ReactNode
}

export function MemberCard({ member, menu, children }: MemberCardProps) {
  const person = member.family_patient
  const name = formatFullName(person)
  const titleId = `integrante-${member.id}`
  return (
    <li className="portal-card flex flex-col gap-4 min-w-0 p-4" aria-labelledby={titleId}>
      <div className="flex items-start gap-4">
        <Portrait person={person} name={name} />
        <div className="flex-1 min-w-0">
          <h2 id={titleId} className="type-section wrap-anywhere">
            {name}
          </h2>
          <p className="flex flex-wrap gap-2 mt-1">
            <StatusBadge look="info">{member.type_relationship.name}</StatusBadge>{' '}
            {!person.is_a_minor && (
              <StatusBadge look="neutral">Mayor de {portal.ages.adult} años</StatusBadge>
            )}
          </p>
        </div>
        {menu}
      </div>
      <dl className="grid grid-cols-2 gap-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:m-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere">
        <div>
          <dt>{person.document_type.id === 1 ? 'RUT' : 'Pasaporte'}</dt>
          <dd>{showDocument(person.document_type.id, person.document_number)}</dd>
        </div>
        <div>
          <dt>Teléfono</dt>
          <dd>{person.phone ?? 'Sin teléfono'}</dd>
        </div>
        <div className="col-span-full">
          <dt>E-mail</dt>
          <dd>{person.email ?? 'Sin e-mail'}</dd>
        </div>
      </dl>
      {children}
    </li>
  )
}

/** Shows the photo, or the initials until the photo has loaded. */
export function Portrait({
  person,
  name,
  size = 56,
}: {
  person: { id: number; image_store_id: number | null }
  name: string
  size?: number
}) {
  const { data } = useQuery(photoQuery(person))
  if (!data) return <Initials name={name} size={size} />
  return (
    <img
      className="picture flex-none rounded-full object-cover"
      src={data}
      alt={`Foto de ${name}`}
      style={{ width: size, height: size }}
    />
  )
}

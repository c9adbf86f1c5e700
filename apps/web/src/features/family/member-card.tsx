/** Card of a group member: relationship to the group owner, and below it what the page shows of them. */

import type { FamilyMember } from '@mi-portal/contract/family/members'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Initials } from '../../ui/initials.tsx'
import { toShortName } from '../people/people.rules.ts'
import { photoQuery } from './member-photo.queries.ts'

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
  const relationship = member.type_relationship.name
  return (
    <li className="portal-card flex min-w-0 flex-col gap-2 p-4" aria-labelledby={titleId}>
      <div className="flex items-center gap-4">
        <Portrait person={person} name={toShortName(person)} />
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="type-body font-body font-strong wrap-anywhere">
            {name}
          </h2>
          <p className="type-meta text-muted">
            {person.is_a_minor ? relationship : `${relationship} · mayor de ${portal.ages.adult} años`}
          </p>
        </div>
        {menu}
      </div>
      {children}
    </li>
  )
}

/** The member's document and contact data. */
export function MemberFacts({ member: { family_patient: person } }: { member: FamilyMember }) {
  return (
    <dl className="grid pair-grid gap-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:m-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere">
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

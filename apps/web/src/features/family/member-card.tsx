/** Card of a group member: relationship to the group owner, contact data, and actions below. */
import type { FamilyMember } from '@mi-portal/contract/family/members'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Initials } from '../../ui/initials.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './family.module.css'
import { photoQuery } from './member-photo.queries.ts'

interface NameParts {
  first_name: string
  last_name: string
  second_name?: string
}

export function fullNameOf({ first_name, last_name, second_name }: NameParts): string {
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
  const name = fullNameOf(person)
  const titleId = `integrante-${member.id}`
  return (
    <li className={`portal-card ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Portrait person={person} name={name} />
        <div className={classes.words}>
          <h2 id={titleId} className={classes.name}>
            {name}
          </h2>
          <p className={classes.badges}>
            <StatusBadge look="info">{member.type_relationship.name}</StatusBadge>{' '}
            {!person.is_a_minor && (
              <StatusBadge look="neutral">Mayor de {portal.ages.adult} años</StatusBadge>
            )}
          </p>
        </div>
        {menu}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{person.document_type.id === 1 ? 'RUT' : 'Pasaporte'}</dt>
          <dd>{showDocument(person.document_type.id, person.document_number)}</dd>
        </div>
        <div>
          <dt>Teléfono</dt>
          <dd>{person.phone ?? 'Sin teléfono'}</dd>
        </div>
        <div className={classes.wideFact}>
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
    <img className={classes.photo} src={data} alt={`Foto de ${name}`} style={{ width: size, height: size }} />
  )
}

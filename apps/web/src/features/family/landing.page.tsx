/** Page after a decision about an invitation. The texts are fixed; a name is shown only when the portal signed it. */
import { type Landing, landing } from '@mi-portal/contract/family/invitations'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { landingQuery } from './invitation.queries.ts'

export function AcceptedPage() {
  return <LandingPage decision="accepted" />
}

export function RejectedPage() {
  return <LandingPage decision="rejected" />
}

const words = {
  accepted: {
    icon: IconUserCheck,
    title: 'Invitación aceptada',
    plain: 'Aceptaste la invitación al grupo familiar.',
    named: 'Aceptaste la invitación al grupo familiar de ',
  },
  rejected: {
    icon: IconUserX,
    title: 'Invitación rechazada',
    plain: 'Rechazaste la invitación al grupo familiar.',
    named: 'Rechazaste la invitación al grupo familiar de ',
  },
} as const

function LandingPage({ decision }: { decision: Landing['decision'] }) {
  const { document_type, document_number, name } = useParams({ strict: false })
  const { s } = useSearch({ strict: false })
  const said = landing.safeParse({ decision, document_type, document_number, name, s })
  const body = said.data
  const query = useQuery(landingQuery(body))
  const { icon, title, plain, named } = words[decision]
  const genuine = query.data?.genuine === true
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={icon}
        title={body && genuine ? `${named}${body.name}.` : plain}
        action={<ButtonLink to="/">IR AL PORTAL</ButtonLink>}
      />
    </>
  )
}

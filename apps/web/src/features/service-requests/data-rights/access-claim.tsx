/** The patient's claim about an access to their data: its state, or the button that claims the access. */
import type { PatientAccess } from '@mi-portal/contract/profile'
import { Suspense, useState } from 'react'
import { formatDay, formatTimestamp } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

const ClaimDialog = lazyComponent(async () => (await import('./claim-dialog.tsx')).ClaimDialog)

export function ClaimState({ claim }: Pick<PatientAccess, 'claim'>) {
  if (claim === null) return null
  return (
    <span className="block type-meta text-muted">
      Reclamado el {formatDay(claim.created_at)} ({claim.receipt}).{' '}
      {claim.answer === null ? (
        `Te responderemos a más tardar el ${formatDay(claim.due_on)}.`
      ) : (
        <>
          <span className="whitespace-pre-line wrap-anywhere">Respuesta: {claim.answer}</span>{' '}
          <TextLink to="/dashboard/perfil/datos-personales">Ver la solicitud</TextLink>
        </>
      )}
    </span>
  )
}

export function ClaimButton({ access, ownId }: { access: PatientAccess; ownId: number }) {
  const [claiming, setClaiming] = useState(false)
  return (
    <>
      {access.may_claim && (
        <Button
          variant="text"
          size="sm"
          aria-label={`Reclamar este acceso de ${access.who}, ${formatTimestamp(access.at)}`}
          onClick={() => setClaiming(true)}
        >
          Reclamar
        </Button>
      )}
      {claiming && (
        <Suspense>
          <ClaimDialog access={access} ownId={ownId} onClose={() => setClaiming(false)} />
        </Suspense>
      )}
    </>
  )
}

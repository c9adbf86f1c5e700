/** The protection measure of a minor: while it lasts, no person becomes their guardian in the portal. */
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { WaitingNotice } from '../../confirmations/waiting-changes.tsx'
import { type Family, membershipsQuery, useChangeProtection } from '../family.queries.ts'

export function Protection({ family, name }: { family: Family; name: string }) {
  // The memberships show their own loading and error state.
  const { data } = useQuery(membershipsQuery(family))
  const change = useChangeProtection(family.patientId)
  const [asking, setAsking] = useState(false)
  if (data === undefined) return null
  const { protection } = data
  return (
    <section className="mt-8 grid justify-items-start gap-3" aria-labelledby="medida-de-proteccion">
      <h2 id="medida-de-proteccion">Medida de protección</h2>
      <p className="type-meta text-muted">
        {protection === null
          ? 'Sin medida. Márcala si un tribunal o la familia la informó: nadie más podrá agregar a esta persona, y quien quiera hacerlo no sabrá por qué.'
          : `Vigente desde el ${formatTimestamp(protection.since)}. Nadie más puede agregar a esta persona a un grupo familiar ni representarla.`}
      </p>
      {protection?.end_waits && <WaitingNotice />}
      {!protection?.end_waits && (
        <Button
          size="sm"
          variant="outline"
          leftSection={<IconShieldLock size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {protection === null ? 'Marcar medida de protección' : 'Terminar medida de protección'}
        </Button>
      )}
      {change.isError && <ErrorNotice error={change.error} />}
      {asking && (
        <ConfirmDialog
          opened
          title={
            protection === null
              ? `¿Marcar una medida de protección para ${name}?`
              : `¿Terminar la medida de protección de ${name}?`
          }
          confirm={protection === null ? 'Marcar' : 'Pedir el término'}
          loading={change.isPending}
          onConfirm={() => change.mutate(protection === null, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>
            {protection === null
              ? 'Vale desde ahora. Quienes ya la representan siguen viendo su historial: si no corresponde, deniega su representación.'
              : 'Otra persona del equipo debe confirmarlo. Hazlo solo si viste la resolución que la termina.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

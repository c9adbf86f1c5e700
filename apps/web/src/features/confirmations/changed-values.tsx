/** The values of a change that waits: what was stored when it was requested, and what it writes. */
import type { ChangedValue } from '@mi-portal/contract/confirmations'
import { fieldLabels } from './confirmations.rules.ts'

export function ChangedValues({ changes }: { changes: readonly ChangedValue[] }) {
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-2 mx-0 mt-2 mb-3 [&>div]:grid [&>div]:gap-1 [&_dt]:font-strong [&_dd]:grid [&_dd]:gap-1 [&_dd]:m-0 [&_dd]:wrap-anywhere">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldLabels[field]}</dt>
          <dd>
            {before === after ? (
              <span className="text-muted">{after} (sin cambio)</span>
            ) : (
              <>
                {before !== null && (
                  <span>
                    <span className="text-muted">Antes: </span>
                    {before}
                  </span>
                )}
                <span>
                  <span className="text-muted">{before === null ? 'Nuevo: ' : 'Después: '}</span>
                  <strong>{after ?? 'Sin dato'}</strong>
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The values of a change that waits: what was stored when it was requested, and what it writes. */
import type { ChangedValue } from '@mi-portal/contract/confirmations'
import classes from './confirmations.module.css'
import { fieldLabels } from './confirmations.rules.ts'

export function ChangedValues({ changes }: { changes: readonly ChangedValue[] }) {
  if (changes.length === 0) return null
  return (
    <dl className={classes.values}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldLabels[field]}</dt>
          <dd>
            {before === after ? (
              <span className={classes.same}>{after} (sin cambio)</span>
            ) : (
              <>
                {before !== null && (
                  <span>
                    <span className={classes.side}>Antes: </span>
                    {before}
                  </span>
                )}
                <span>
                  <span className={classes.side}>{before === null ? 'Nuevo: ' : 'Después: '}</span>
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

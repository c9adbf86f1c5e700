/** What is checked on the machine of the server: its backups, its address and its settings. */
import type { MissingItem } from '@mi-portal/contract/installation'
import { formatTimestamp } from '../../lib/dates.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

const sectionLook = 'grid grid-cols-1 gap-4'
const factsLook =
  'grid grid-cols-[minmax(0,14rem)_minmax(0,1fr)] gap-x-4 gap-y-2 m-0 [&_dt]:text-muted [&_dd]:m-0 [&_dd]:wrap-anywhere max-desktop:grid-cols-1 max-desktop:gap-1 max-desktop:[&_dd]:mb-2'

export function BackupSection({ lastAt }: { lastAt: string | null }) {
  return (
    <div className={sectionLook}>
      <dl className={factsLook}>
        <dt>Última copia</dt>
        <dd>{lastAt === null ? 'Todavía ninguna' : formatTimestamp(lastAt)}</dd>
      </dl>
      <p>
        Una copia se hace en la máquina del servidor con <code>npm run portal -- backup</code>, o con{' '}
        <code>dist/server/portal.mjs backup</code> donde se instaló el portal. Prográmala cada seis horas,
        llévala a otra máquina y prueba que se puede restaurar.
      </p>
    </div>
  )
}

const checks: readonly { readonly title: string; readonly codes: readonly MissingItem['code'][] }[] = [
  { title: 'Dirección pública', codes: ['localAddress'] },
  { title: 'Conexión cifrada (https)', codes: ['localAddress', 'unencryptedRequest'] },
  { title: 'Conexión con la base de datos', codes: ['unencryptedDatabase'] },
  { title: 'Código extra del personal', codes: ['secondFactorOptional'] },
  { title: 'Antivirus de los archivos', codes: ['noScanner', 'unscannedFiles'] },
]

interface ProtectionSectionProps {
  connection: { readonly public_url: string; readonly is_encrypted: boolean }
  missing: readonly MissingItem[]
}

export function ProtectionSection({ connection, missing }: ProtectionSectionProps) {
  return (
    <div className={sectionLook}>
      <dl className={factsLook}>
        <dt>Dirección del portal</dt>
        <dd>{connection.public_url}</dd>
        <dt>Esta página llegó</dt>
        <dd>{connection.is_encrypted ? 'cifrada (https)' : 'sin cifrar (http)'}</dd>
      </dl>
      <dl className={factsLook}>
        {checks.map(({ title, codes }) => {
          const item = missing.find(({ code }) => codes.includes(code))
          return (
            <div key={title} className="contents">
              <dt>{title}</dt>
              <dd>
                {item === undefined ? (
                  <StatusBadge look="success">En orden</StatusBadge>
                ) : (
                  <>
                    <StatusBadge look="attention">Falta</StatusBadge> {item.remedy}
                  </>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

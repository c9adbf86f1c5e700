import { IconWifiOff } from '@tabler/icons-react'
import { useOnline, useStoredData } from '../lib/connection.ts'

/** Says in one line that the browser has no network, until the network returns. Below it everything keeps its place. */
export function ConnectionNotice() {
  const online = useOnline()
  const hasStored = useStoredData()
  return (
    <div aria-live="polite" aria-atomic>
      {!online && (
        <p className="always-dark flex min-h-11 flex-wrap items-center justify-center gap-x-2 bg-raised px-4 type-meta font-strong text-strong print:hidden">
          <IconWifiOff size={20} stroke={1.75} aria-hidden />
          <span>Sin conexión a internet.</span>
          {hasStored && (
            <a href="/sin-conexion" className="tap-target">
              Ver lo guardado
            </a>
          )}
        </p>
      )}
    </div>
  )
}

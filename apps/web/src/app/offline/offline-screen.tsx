import { useOnline } from '../../lib/connection.ts'

/** Says that the portal cannot be reached, and offers to try again. */
export function OfflineScreen() {
  const online = useOnline()
  return (
    <main>
      <h1>{online ? 'El portal no responde' : 'No hay conexión a internet'}</h1>
      <button type="button" onClick={() => window.location.reload()}>
        REINTENTAR
      </button>
    </main>
  )
}

import { portal } from '../../lib/portal-config.ts'
import { Notice } from '../../ui/notice.tsx'

/** Says that the portal is being prepared, while the installation has no clinic with sites. Shows nothing otherwise. */
export function ClinicNotReady() {
  if (portal.clinic.is_ready) return null
  return (
    <Notice kind="info" title="Estamos preparando el portal">
      Muy pronto podrás reservar horas, ver tus exámenes y hacer solicitudes aquí. Mientras tanto, comunícate
      con tu clínica como siempre.
    </Notice>
  )
}
